/** What the menu knows of whoever opens it: games that go on, and what waits for them. */

import { api } from './api/client'
import { invitations, type Invitation } from './api/people'
import type { GameSummary } from './api/types/games'
import { myself } from './me.svelte'
import { RulebookDetails } from './rulebook-details.svelte'

const MAX_MINE = 6
const MAX_THEIRS = 2
const MAX_GOING_ON = 2

/** Whether somebody at another screen waits for my move. */
function isAwaited({ seat, turn, players }: GameSummary): boolean {
  if (seat === null || turn !== seat) return false
  const opponent = players[seat === 'white' ? 'black' : 'white']
  return opponent.kind === 'human' && opponent.person !== null
}

export class MenuStore {
  readonly books = new RulebookDetails()
  /** The games in which another person waits for my move. */
  awaited = $state.raw<GameSummary[]>([])
  /** Invitations to me by name. */
  invited = $state.raw<Invitation[]>([])
  /** Other games of mine that go on, the latest first. */
  goingOn = $state.raw<GameSummary[]>([])

  constructor() {
    // The menu is of use without them: what cannot be loaded is not shown.
    void this.#load().catch(() => undefined)
  }

  async #load(): Promise<void> {
    const me = await myself.know()
    const asked = { mine: true, state: 'running' } as const
    const [mine, theirs, open] = await Promise.all([
      api.games({ ...asked, turn: 'mine', limit: MAX_MINE }),
      api.games({ ...asked, turn: 'theirs', limit: MAX_THEIRS }),
      invitations.mine(),
    ])
    this.awaited = mine.games.filter(isAwaited)
    this.goingOn = [...mine.games.filter((game) => !isAwaited(game)), ...theirs.games]
      .sort((one, other) => other.updated_at - one.updated_at)
      .slice(0, MAX_GOING_ON)
    this.invited = open.filter(({ to }) => to === me.id)
    await this.books.load([...this.awaited, ...this.goingOn].map(({ rulebook }) => rulebook))
  }
}
