/** The running games of the server, polled while the page is visible. */

import { classroom, type Glance } from './api/classroom'
import { errorMessage } from './resource.svelte'
import { onOurTime } from './game/clock'
import { health } from './health'

const PAUSE_MS = 2000
const SECOND_MS = 1000
/** A game without a move for this long counts as waiting. */
const LONG_MS = 60_000

/** The address for a class; null where the server serves none, or does not answer. */
export const classAddress = (): Promise<string | null> => health().then(({ classroom }) => classroom, () => null)

/** How long a game has waited for the side to move; 0 if it does not wait, or is a correspondence game. */
export function waited({ waiting_since, turn, clock }: Glance, now: number): number {
  if (waiting_since === null || turn === null || clock?.spec.kind === 'correspondence') return 0
  return Math.max(0, now - waiting_since)
}

export const isLong = (ms: number): boolean => ms >= LONG_MS

/** With its times by this machine's clock, which may differ from the server's. */
function ours(game: Glance, ahead: number): Glance {
  return {
    ...game,
    clock: game.clock && onOurTime(game.clock),
    waiting_since: game.waiting_since === null ? null : game.waiting_since + ahead,
  }
}

interface Said {
  text: string
  game: Glance
}

export class ClassroomOverview {
  /** Null until loaded. */
  games = $state.raw<Glance[] | null>(null)
  failure = $state<string | null>(null)
  /** This machine's time, second by second. */
  now = $state(Date.now())

  /** What the server has said of each game: one of which it says the same stays what it is, and is not drawn again. */
  #said: Record<string, Said> = {}
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  readonly #ticking = setInterval(() => (this.now = Date.now()), SECOND_MS)
  readonly #look = (): void => {
    clearTimeout(this.#timer)
    if (!document.hidden) void this.#ask()
  }

  constructor(
    /** Some games have ended since the last look. */
    private readonly onEnded: (games: Glance[]) => void,
  ) {
    document.addEventListener('visibilitychange', this.#look)
    this.#look()
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#ticking)
    clearTimeout(this.#timer)
    document.removeEventListener('visibilitychange', this.#look)
  }

  async #ask(): Promise<void> {
    try {
      const { now, games } = await classroom.overview()
      if (this.#closed) return
      this.#take(games, Date.now() - now)
      this.failure = null
    } catch (error) {
      this.failure = errorMessage(error)
    }
    clearTimeout(this.#timer)
    if (!this.#closed && !document.hidden) this.#timer = setTimeout(this.#look, PAUSE_MS)
  }

  #take(games: Glance[], ahead: number): void {
    const before = this.#said
    const said = games.map((game): Said => {
      const text = JSON.stringify({ ...game, clock: game.clock && { ...game.clock, now: 0 } })
      const known = before[game.id]
      return known?.text === text ? known : { text, game: ours(game, ahead) }
    })
    this.#said = Object.fromEntries(said.map((each) => [each.game.id, each]))
    this.games = said.map(({ game }) => game)
    const ended = games.filter(({ id, result }) => result !== null && before[id]?.game.result === null)
    if (ended.length > 0) this.onEnded(ended)
  }
}
