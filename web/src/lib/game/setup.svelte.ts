/** The choices of a new game; the last ones are remembered. */

import { api } from '../api/client'
import { invitations, type Wish } from '../api/people'
import type { GameView, NewGame } from '../api/types/game'
import type { OptionValue } from '../api/types/rulebooks'
import type { Side } from '../api/types/words'
import { newId } from '../identifier'
import { myself } from '../me.svelte'
import { router } from '../router.svelte'
import { to } from '../routes'
import { oneOf, recall, remember } from '../storage'
import { ClockSetup } from './clock-setup.svelte'

export type Colour = Side | 'random'
/** How an opponent at another screen is found. */
export type Meeting = 'link' | 'lobby' | 'any'
export const levels = [1, 2, 3, 4, 5, 6, 7, 8] as const
const usualLevel = 3
export const colours: Colour[] = ['white', 'black', 'random']

export const delays = [0, 1, 2, 5] as const

const isDelay = (value: unknown): value is number => delays.some((delay) => delay === value)
const isLevel = (value: unknown): value is number => levels.some((level) => level === value)

export class Setup {
  level = $state(recall('strength', usualLevel, isLevel))
  /** The engine of others that plays for the computer; ours if empty. */
  engine = $state('')
  colour = $state<Colour>(recall('colour', 'white', oneOf<Colour>('white', 'black', 'random')))
  readonly clock = new ClockSetup()
  white = $state('')
  black = $state('')
  /** The text of the position to start from; null for the rulebook's own start. */
  position = $state<string | null>(null)
  /** What is played otherwise than in the rulebook. */
  options = $state.raw<Record<string, OptionValue>>({})
  /** Whether the people bring seeds of their own for the dice. */
  ownSeeds = $state(false)
  /** By how many moves spectators see a game between two screens late. */
  delay = $state(recall('delay', 0, isDelay))

  /** Starts a game of two people on one screen, or of one against the computer. */
  async start(rulebook: string, against: 'person' | 'computer'): Promise<GameView> {
    this.#keep()
    await myself.know() // whose game it is
    const game: NewGame = { id: newId(), rulebook, players: this.#players(against) }
    const clock = this.clock.spec
    if (this.position) game.position = this.position
    if (Object.keys(this.options).length > 0) game.options = this.options
    if (this.ownSeeds) game.seeds = (['white', 'black'] as const).filter((side) => game.players?.[side].kind === 'human')
    if (clock) game.clock = clock
    return api.createGame(game)
  }

  /** Starts a game and goes to its board. */
  async play(rulebook: string, against: 'person' | 'computer'): Promise<void> {
    router.go(to.game((await this.start(rulebook, against)).id))
  }

  /** Looks for an opponent, and opens the invitation or the game. */
  async meet(rulebook: string, meeting: Meeting, hasColours: boolean): Promise<void> {
    this.#keep()
    // With any opponent comes any colour: two players who both want White would never be matched.
    const colour = !hasColours || meeting === 'any' || this.colour === 'random' ? 'lot' : this.colour
    const { options, position, delay, ownSeeds: seeds } = this
    const wish: Wish = { id: newId(), rulebook, options, clock: this.clock.spec, colour, position, seeds, delay }
    if (meeting !== 'any') {
      const { id } = await invitations.invite({ ...wish, public: meeting === 'lobby' })
      router.go(to.invitation(id))
      return
    }
    const { game, invitation } = await invitations.anybody(wish)
    router.go(game === null ? to.invitation(invitation?.id ?? '') : to.game(game))
  }

  #players(against: 'person' | 'computer'): NonNullable<NewGame['players']> {
    const person = (name: string) => ({ kind: 'human' as const, ...(name.trim() ? { name: name.trim() } : {}) })
    if (against === 'person') return { white: person(this.white), black: person(this.black) }
    const mine = this.colour === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : this.colour
    // Where an engine fails, our own player does what it can.
    const strength = this.engine ? { level: Math.max(...levels), engine: this.engine } : { level: this.level }
    const computer = { kind: 'computer' as const, ...strength }
    return mine === 'white' ? { white: person(''), black: computer } : { white: computer, black: person('') }
  }

  #keep(): void {
    remember('strength', this.level)
    remember('colour', this.colour)
    remember('delay', this.delay)
    this.clock.keep()
  }
}
