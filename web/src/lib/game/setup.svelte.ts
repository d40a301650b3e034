/** The choices of a new game; the last ones are remembered. */

import { api } from '../api/client'
import type { ClockKind, GameView, NewGame, OptionValue, Side } from '../api/types'
import { newId } from '../identifier'
import { oneOf, recall, remember } from '../storage'

export type Colour = Side | 'random'
export type ClockChoice = ClockKind | 'none'
export const levels = [1, 2, 3] as const
export const colours: Colour[] = ['white', 'black', 'random']
export const clockChoices: ClockChoice[] = ['none', 'fischer', 'delay', 'bronstein']

const isNumber =
  (lowest: number, highest: number) =>
  (value: unknown): value is number =>
    typeof value === 'number' && value >= lowest && value <= highest

export class Setup {
  level = $state(recall('level', 2, isNumber(1, 3)))
  colour = $state<Colour>(recall('colour', 'white', oneOf<Colour>('white', 'black', 'random')))
  clock = $state<ClockChoice>(recall('clock', 'none', oneOf<ClockChoice>('none', 'fischer', 'delay', 'bronstein')))
  minutes = $state<number | null>(recall('minutes', 10, isNumber(0, 600)))
  seconds = $state<number | null>(recall('seconds', 5, isNumber(0, 600)))
  white = $state('')
  black = $state('')
  /** The text of the position to start from; null for the rulebook's own start. */
  position = $state<string | null>(null)
  /** What is played otherwise than in the rulebook. */
  options = $state.raw<Record<string, OptionValue>>({})
  /** Whether the people bring seeds of their own for the dice. */
  ownSeeds = $state(false)

  /** Starts a game of two people on one screen, or of one against the computer. */
  async start(rulebook: string, against: 'person' | 'computer'): Promise<GameView> {
    this.#keep()
    const game: NewGame = { id: newId(), rulebook, players: this.#players(against) }
    if (this.position) game.position = this.position
    if (Object.keys(this.options).length > 0) game.options = this.options
    if (this.ownSeeds) game.seeds = (['white', 'black'] as const).filter((side) => game.players?.[side].kind === 'human')
    if (this.clock !== 'none')
      game.clock = {
        kind: this.clock,
        initial_ms: Math.round((this.minutes ?? 0) * 60_000),
        increment_ms: Math.round((this.seconds ?? 0) * 1000),
      }
    return api.createGame(game)
  }

  #players(against: 'person' | 'computer'): NonNullable<NewGame['players']> {
    const person = (name: string) => ({ kind: 'human' as const, ...(name.trim() ? { name: name.trim() } : {}) })
    if (against === 'person') return { white: person(this.white), black: person(this.black) }
    const mine = this.colour === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : this.colour
    const computer = { kind: 'computer' as const, level: this.level }
    return mine === 'white' ? { white: person(''), black: computer } : { white: computer, black: person('') }
  }

  #keep(): void {
    remember('level', this.level)
    remember('colour', this.colour)
    remember('clock', this.clock)
    remember('minutes', this.minutes)
    remember('seconds', this.seconds)
  }
}
