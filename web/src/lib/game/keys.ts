/** The keys of the game screen: what each does, and the list that `?` shows. */

import type { MessageKey } from '../i18n.svelte'

export type GameKey =
  | 'first'
  | 'previous'
  | 'next'
  | 'last'
  | 'flip'
  | 'board'
  | 'input'
  | 'undo'
  | 'draw'
  | 'claim'
  | 'resign'
  | 'help'

const byKey: Record<string, GameKey> = {
  Home: 'first',
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  End: 'last',
  f: 'flip',
  b: 'board',
  m: 'input',
  u: 'undo',
  d: 'draw',
  c: 'claim',
  r: 'resign',
  '?': 'help',
}

export const keyTable: { keys: string[]; meaning: MessageKey }[] = [
  { keys: ['←', '↑', '→', '↓'], meaning: 'ui.keys.walk' },
  { keys: ['Enter'], meaning: 'ui.keys.pick' },
  { keys: ['Esc'], meaning: 'ui.keys.release' },
  { keys: ['b'], meaning: 'ui.keys.board' },
  { keys: ['m'], meaning: 'ui.keys.input' },
  { keys: ['←', '→'], meaning: 'ui.keys.step' },
  { keys: ['Home', 'End'], meaning: 'ui.keys.ends' },
  { keys: ['f'], meaning: 'ui.keys.flip' },
  { keys: ['u'], meaning: 'ui.keys.undo' },
  { keys: ['d'], meaning: 'ui.keys.draw' },
  { keys: ['c'], meaning: 'ui.keys.claim' },
  { keys: ['r'], meaning: 'ui.keys.resign' },
  { keys: ['?'], meaning: 'ui.keys.help' },
]

const typing = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, dialog') !== null

/** What a key asks for, unless it is being typed somewhere. */
export function readKey(event: KeyboardEvent): GameKey | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return undefined
  return byKey[event.key]
}
