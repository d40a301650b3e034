/**
 * What somebody does about their turn on a tables board: compose it step by step or type it, confirm it, take it back. The
 * tutor is heard before it is sent.
 */

import type { PointsScene, Step } from '../api/types/board'
import type { GameView } from '../api/types/game'
import type { Side } from '../api/types/words'
import { announcer } from '../announcer.svelte'
import type { PieceSet } from '../board/piece-set'
import { sideOf } from '../board/squares'
import { playSound } from '../game/sound'
import type { GameStore } from '../game/store.svelte'
import { inWords, speech, t } from '../i18n.svelte'
import type { Cell } from './cells'
import { TurnDraft } from './draft.svelte'
import { Tutor } from './tutor.svelte'
import { stepInWords } from './words'

type Store = Pick<GameStore, 'sides' | 'send' | 'clearProblem' | 'explain' | 'askWhy' | 'can'> & { readonly view: GameView<unknown> | null }

export interface TurnContext {
  view: GameView<PointsScene>
  /** Whether the turn on the board is one's own and may be played now. */
  canMove: boolean
  mover: Side
  set: PieceSet
}

/** The sound of a step or a turn by its notation. */
export const soundOf = (text: string): 'push' | 'capture' | 'bear_off' | 'move' =>
  text.includes('>') ? 'push' : text.includes('*') ? 'capture' : text.includes('/off') ? 'bear_off' : 'move'

export class TurnInput {
  readonly draft = new TurnDraft()
  readonly tutor: Tutor
  /** The steps among which somebody has still to choose. */
  choosing = $state.raw<Step[]>([])
  /** Whether the board shows the turn that the tutor thinks better. */
  showsBetter = $state(false)

  /** Says whether a typed turn was played in the end, against which the tutor has warned. */
  #answerTyped: ((played: boolean) => void) | null = null
  /** The steps that were confirmed before the server had said whether they complete the turn. */
  #confirmedEarly: string | null = null

  constructor(
    private readonly store: Store,
    private readonly now: () => TurnContext,
  ) {
    this.tutor = new Tutor(store)
  }

  /** The server has said what may follow, or what was taken has changed: what waited for that goes on. */
  goOn(): void {
    const { draft } = this
    if (draft.steps === null) return
    const isSame = this.#confirmedEarly === draft.tokens.join(' ')
    this.#confirmedEarly = null
    if (isSame) this.confirm()
    // The tutor is asked while the turn is complete but not confirmed.
    else if (this.now().canMove && draft.taken.length > 0 && draft.steps.confirmable) this.tutor.consider(draft.tokens.join(' '))
  }

  /** Takes the tutor's warning away. */
  dismiss(): void {
    this.#answerTyped?.(false)
    this.#answerTyped = null
    this.tutor.dismiss()
    this.showsBetter = false
  }

  take(step: Step): void {
    const { draft } = this
    this.choosing = []
    this.dismiss()
    this.store.clearProblem()
    playSound(soundOf(step.label))
    announcer.say(stepInWords(step, this.now().set))
    void draft.take(step).then(() => {
      this.sayLostDice()
      if (draft.steps?.confirmable && draft.steps.options.length === 0) announcer.say(t('ui.tables.complete'))
    })
  }

  /** Says which dice cannot be played, and why. */
  sayLostDice(): void {
    for (const { face, message } of this.draft.steps?.lost ?? []) announcer.say(t('ui.tables.die_lost', { face, reason: inWords(message) }))
  }

  /** One of these steps was meant. */
  offer(found: Step[]): void {
    if (found.length > 1) this.choosing = found
    else if (found[0]) this.take(found[0])
  }

  /** Says why a piece cannot go where it was put. */
  refuse(origin: Cell, target: Cell, letter: string | null): void {
    const { canMove, mover, set } = this.now()
    const { draft, store } = this
    const place = (cell: Cell): string => cell.split(':')[0] ?? cell
    if (!canMove || place(target) === 'bar') return
    store.clearProblem()
    const piece = set.kinds.length > 1 ? (letter ?? [...(draft.placement[origin] ?? '')].findLast((sign) => sideOf(sign) === mover) ?? '').toUpperCase() : ''
    const known = draft.steps?.refused.find(
      (step) => step.origin === place(origin) && step.target === place(target) && step.token.startsWith(piece),
    )
    if (known) store.explain({ message: inWords(known.message), clause: known.clause, places: [], move: null })
    else void store.askWhy([...draft.tokens, `${piece}${place(origin)}/${place(target)}`], null)
  }

  confirm(): void {
    const { draft, tutor } = this
    if (!this.now().canMove || tutor.waiting || tutor.warning) return
    if (draft.steps === null) this.#confirmedEarly = draft.tokens.join(' ')
    if (!draft.steps?.confirmable) return
    const move = draft.tokens.join(' ')
    if (!move || !tutor.active) {
      this.#send(move || 'pass')
      return
    }
    void tutor.allows(move).then((allowed) => {
      if (allowed && this.now().canMove && draft.tokens.join(' ') === move) this.#send(move)
      else this.#warn()
    })
  }

  /** Sends the turn of which the tutor has warned. */
  async playAnyway(): Promise<void> {
    const { warning } = this.tutor
    const answer = this.#answerTyped
    this.#answerTyped = null
    this.dismiss()
    const { view, canMove } = this.now()
    if (!warning || !canMove) return
    this.draft.forget()
    await this.store.send({ type: 'move', move: warning.move, lang: warning.lang })
    answer?.(this.now().view.moves.length !== view.moves.length)
  }

  chooseAgain(): void {
    this.dismiss()
    this.draft.reset()
    announcer.say(t('ui.tables.taken_back'))
    document.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus()
  }

  back(): void {
    if (!this.now().canMove) return
    this.dismiss()
    this.draft.back()
    announcer.say(t('ui.tables.taken_back'))
  }

  /** Puts a whole turn on the board, to be confirmed. */
  put(steps: Step[]): void {
    this.dismiss()
    this.draft.put(steps)
    announcer.say(t('ui.tables.complete'))
  }

  /** Plays a turn that was typed; answers whether it was played. */
  async type(text: string): Promise<boolean> {
    const { tutor } = this
    if (tutor.waiting) return false
    this.dismiss()
    const { lang } = speech
    if (tutor.active && this.now().canMove && !(await tutor.allows(text, lang))) {
      this.#warn()
      // What was typed stays until the tutor is answered.
      return tutor.warning ? new Promise((resolve) => (this.#answerTyped = resolve)) : false
    }
    const turns = this.now().view.moves.length
    await this.store.send({ type: 'move', move: text, lang })
    return this.now().view.moves.length !== turns
  }

  roll(): void {
    if (this.store.can('roll')) void this.store.send({ type: 'roll' })
  }

  #send(move: string): void {
    this.draft.forget()
    void this.store.send({ type: 'move', move })
  }

  #warn(): void {
    const { warning } = this.tutor
    if (warning) announcer.say(`${t('ui.tutor')}: ${inWords(warning.found.text)}`)
  }
}
