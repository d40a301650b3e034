/** One game as it is played at this page: the server's last view, the move being sent, and what went wrong. */

import { announcer } from '../announcer.svelte'
import { api, ApiError, NetworkError } from '../api/client'
import type { ChatLine, Presence } from '../api/people'
import type { Step } from '../api/types/board'
import type { Command, CommandBody, GameView, Outcome, PlayedMove } from '../api/types/game'
import type { Side, Square } from '../api/types/words'
import { applyStep, moved, stepNamed } from '../board/targets'
import { newId } from '../identifier'
import { inWords, speech, t } from '../i18n.svelte'
import { isOfComputers, mySides, myself } from '../me.svelte'
import { Watched, type Message } from './watched.svelte'

export interface Problem {
  message: string
  clause: string | null
  places: Square[]
  /** The move that was taken back on the board, where it was one. */
  move: [Square, Square] | null
}

interface Draft {
  pieces: Record<Square, string>
  move: [Square, Square]
}

/** What only the side to move may do. */
const OF_THE_TURN = ['move', 'roll', 'claim', 'offer_double']

const RETRY_MS = 700

export class GameStore extends Watched {
  /** A move drawn before the server has confirmed it. */
  draft = $state.raw<Draft | null>(null)
  problem = $state.raw<Problem | null>(null)
  /** The presence of others; null until loaded. */
  company = $state.raw<Presence | null>(null)
  /** Called with each chat line of the game. */
  onChat: (line: ChatLine) => void = () => undefined

  /** The `seq` that the command being sent was meant to follow. */
  #sentAt = $state<number | null>(null)
  #sendsMove = false
  /** Settles when the last command has been answered. */
  #sent: Promise<void> = Promise.resolve()
  /** The `seq` whose fallen flag has been reported. */
  #flagged = -1

  constructor(
    id: string,
    /** Called with each move that comes after the ones already seen. */
    private readonly onMove: (move: PlayedMove, view: GameView) => void,
    private readonly onEnd: (outcome: Outcome) => void,
  ) {
    // The server knows by the cookie who is at the line.
    super(id, () => myself.know())
  }

  /** Whether it is the turn of a player at this screen. */
  get onTurn(): boolean {
    return this.can('move')
  }

  /** The sides that this screen plays. */
  get sides(): Side[] {
    return this.view ? mySides(this.view) : []
  }

  /** Whether an action, by its name in `can` of the view, is possible at this screen. */
  can(what: string): boolean {
    const { view, sides } = this
    if (!view?.can.includes(what)) return false
    if (what === 'abort' && isOfComputers(view)) return true
    return OF_THE_TURN.includes(what) ? view.turn !== null && sides.includes(view.turn) : sides.length > 0
  }

  /** Whether a command is on its way whose effect is not shown yet. */
  get sending(): boolean {
    return this.#sentAt !== null && this.#sentAt === this.view?.seq
  }

  get canMove(): boolean {
    return this.onTurn && !this.sending
  }

  /** Plays an offered step: drawn at once, confirmed after. */
  async play(step: Step): Promise<void> {
    const pieces = this.view?.scene.pieces
    if (!pieces || !this.canMove) return
    const draft: Draft = { pieces: applyStep(pieces, step), move: [step.origin, step.target] }
    await this.send({ type: 'move', move: step.token }, draft)
  }

  /** Sends a step that the rules refuse, where the rulebook lets it be tried (T-3). */
  async attempt(token: string, origin: Square, target: Square): Promise<void> {
    const pieces = this.view?.scene.pieces
    if (!pieces || !this.canMove) return
    await this.send({ type: 'move', move: token }, { pieces: moved(pieces, origin, target), move: [origin, target] })
  }

  /** Plays a move typed by hand. Answers whether it was accepted. */
  async type(text: string): Promise<boolean> {
    const { lang } = speech
    const step = this.view ? stepNamed(this.view.steps, text, lang) : undefined
    const plies = this.view?.moves.length
    if (step) await this.play(step)
    else await this.send({ type: 'move', move: text, lang })
    return this.view?.moves.length !== plies
  }

  /** Shows why a move that is not offered is not one. */
  explain(problem: Problem): void {
    this.problem = problem
  }

  /** Asks the server why the last of these steps cannot be taken, and shows it. */
  async askWhy(steps: string[], move: Problem['move']): Promise<void> {
    const seq = this.view?.seq
    try {
      await api.steps(this.id, steps)
    } catch (error) {
      // Without a line there is no reason to be had; a game that has gone on needs none.
      if (error instanceof ApiError && this.view?.seq === seq && this.canMove) this.problem = { ...error.body, move }
      else if (!(error instanceof ApiError || error instanceof NetworkError)) throw error
    }
  }

  clearProblem(): void {
    this.problem = null
  }

  reportFlag(): void {
    const seq = this.view?.seq ?? -1
    if (this.#flagged === seq || this.sending) return
    this.#flagged = seq
    void this.send({ type: 'flag' })
  }

  /**
   * Sends a command, and shows `draft` until it is answered. A second click is no second command; but what follows a
   * move at once waits for the answer, which the socket may have outrun.
   */
  async send(body: CommandBody, draft: Draft | null = null): Promise<void> {
    if (this.sending && (body.type === 'move' || !this.#sendsMove)) return
    if (draft) this.draft = draft
    const before = this.#sent
    this.#sent = this.#perform(body, draft, before)
    await this.#sent
  }

  async #perform(body: CommandBody, draft: Draft | null, before: Promise<void>): Promise<void> {
    this.#sentAt = this.view?.seq ?? null
    this.#sendsMove = body.type === 'move'
    this.problem = null
    await before.catch(() => undefined)
    if (!this.view) return
    const { seq } = this.view
    this.#sentAt = seq
    try {
      await this.#deliver({ ...body, id: newId(), expected_seq: seq }, draft?.move ?? null)
    } finally {
      if (this.#sentAt === seq) this.#sentAt = null
      if (this.draft === draft) this.draft = null
    }
  }

  /** Sends until there is an answer. The command's id makes a repetition harmless. */
  async #deliver(command: Command, move: Problem['move']): Promise<void> {
    while (!this.closed) {
      try {
        const { events, seq } = await api.command(this.id, command)
        await this.reached(seq)
        if (this.view && events.some(({ type }) => type === 'refused')) this.#showRefusal(this.view, move)
        return
      } catch (error) {
        if (error instanceof ApiError) {
          if (error.view) this.accept(error.view)
          // A flag that has not fallen yet is no news for anybody.
          if (command.type !== 'flag') this.problem = { ...error.body, move }
          return
        }
        if (!(error instanceof NetworkError)) throw error
        this.live = false
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  #showRefusal({ last_refusal }: GameView, move: Problem['move']): void {
    if (!last_refusal) return
    const { message, clause, places } = last_refusal
    this.problem = { message: inWords(message), clause, places, move }
  }

  protected override hear(message: Message): void {
    if (message.type === 'company') this.company = message
    else if (message.type === 'chat') this.onChat(message.line)
    else if (message.type !== 'heartbeat' || !this.sending) super.hear(message)
  }

  protected override accept(view: GameView): boolean {
    const previous = this.view
    if (!super.accept(view)) return false
    if (!previous) return true
    if (view.seq > previous.seq) this.draft = null
    for (const move of view.moves.slice(previous.moves.length)) this.onMove(move, view)
    for (const side of view.berserk)
      if (!previous.berserk.includes(side)) announcer.say(t('ui.berserk.on', { side: t(`ui.side.${side}`) }))
    if (view.outcome && !previous.outcome) this.onEnd(view.outcome)
    return true
  }
}
