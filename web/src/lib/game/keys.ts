/** The keys of the game screen: what each does, and the list that `?` shows. */

import type { GameView } from '../api/types/game'
import type { MessageKey } from '../i18n.svelte'

export type GameKey =
  | 'first'
  | 'previous'
  | 'next'
  | 'last'
  | 'flip'
  | 'share'
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
  s: 'share',
  b: 'board',
  m: 'input',
  u: 'undo',
  d: 'draw',
  c: 'claim',
  r: 'resign',
  '?': 'help',
}

/** A key of one kind of board: as the browser names it, as it is written, and what it does. */
export interface OwnKey {
  key: string
  shown: string
  meaning: MessageKey
  act: () => void
}

export interface KeyEntry {
  keys: string[]
  meaning: MessageKey
}

const keyTable: KeyEntry[] = [
  { keys: ['←', '↑', '→', '↓'], meaning: 'ui.keys.walk' },
  { keys: ['Enter'], meaning: 'ui.keys.pick' },
  { keys: ['Esc'], meaning: 'ui.keys.release' },
  { keys: ['b'], meaning: 'ui.keys.board' },
  { keys: ['i'], meaning: 'ui.keys.ask' },
  { keys: ['m'], meaning: 'ui.keys.input' },
  { keys: ['←', '→'], meaning: 'ui.keys.step' },
  { keys: ['Home', 'End'], meaning: 'ui.keys.ends' },
  { keys: ['f'], meaning: 'ui.keys.flip' },
  { keys: ['s'], meaning: 'ui.keys.share' },
  { keys: ['u'], meaning: 'ui.keys.undo' },
  { keys: ['d'], meaning: 'ui.keys.draw' },
  { keys: ['c'], meaning: 'ui.keys.claim' },
  { keys: ['r'], meaning: 'ui.keys.resign' },
  { keys: ['?'], meaning: 'ui.keys.help' },
]

/** The list of keys for a game, with those of its kind of board. */
export function tableOf({ rulebook, dice }: GameView<unknown>, own: OwnKey[]): KeyEntry[] {
  const idle: (MessageKey | false)[] = [rulebook.offers.length === 0 && 'ui.keys.draw', dice !== null && 'ui.keys.claim']
  return [
    ...keyTable.filter(({ meaning }) => !idle.includes(meaning)),
    ...own.map(({ shown, meaning }) => ({ keys: [shown], meaning })),
  ]
}

/** Whether what is pressed goes into a field or belongs to a dialog. */
export const typing = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, dialog') !== null

/** The action of a key, unless it is typed into a field. */
export function readKey(event: KeyboardEvent): GameKey | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return undefined
  return byKey[event.key]
}
