/** The choices of a new game; the last ones are remembered. */

import { api } from '../api/client'
import { invitations, type InvitationTerms } from '../api/people'
import type { GameView, NewGame } from '../api/types/game'
import type { OptionValue, Rulebook } from '../api/types/rulebooks'
import type { PointsScene, Scene } from '../api/types/board'
import type { Side, Words } from '../api/types/words'
import { newId } from '../identifier'
import { myself } from '../me.svelte'
import { router } from '../router.svelte'
import { to } from '../routes'
import { oneOf, recall, remember } from '../storage'
import { ClockSetup } from './clock-setup.svelte'
import { keepLastGame } from './last-game'

export type Colour = Side | 'random'
/** How an opponent at another screen is found. */
export type Meeting = 'link' | 'lobby' | 'any'
/** Who plays against whoever sets the game up; `online`: at another screen. */
export type Opponent = 'computer' | 'person' | 'online'
export const opponents: Opponent[] = ['computer', 'person', 'online']
export const levels = [1, 2, 3, 4, 5, 6, 7, 8] as const
const usualLevel = 3
/** Whoever meets a game of dice for the first time learns its rules first. */
const firstDiceLevel = 1
export const colours: Colour[] = ['white', 'black', 'random']

export const delays = [0, 1, 2, 5] as const

const isDelay = (value: unknown): value is number => delays.some((delay) => delay === value)
const isLevel = (value: unknown): value is number => levels.some((level) => level === value)

/** What of a rulebook a set-up has to know; `dice`: whether every turn begins with a roll. */
interface Known {
  names: Words
  dice: boolean
}

export const isOfDice = ({ scene }: Pick<Rulebook<Scene | PointsScene>, 'scene'>): boolean =>
  scene.kind === 'points' || scene.dice_kinds !== null

export const setupOf = (book: Rulebook): Setup => new Setup({ names: book.names, dice: isOfDice(book) })

export class Setup {
  opponent = $state<Opponent>(recall('opponent', 'computer', oneOf(...opponents)))
  /** One for games of dice, another for all others: who is good at one kind need not be at the other. */
  level = $state(usualLevel)
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
  /** Whether a game between two screens changes the ratings of both. */
  rated = $state(false)
  /** Whether a game against a level of the computer changes one's rating. */
  ratedLevel = $state(false)
  /** By how many moves spectators see a game between two screens late. */
  delay = $state(recall('delay', 0, isDelay))

  constructor(private readonly book: Known) {
    this.level = book.dice ? recall('strengthDice', firstDiceLevel, isLevel) : recall('strength', usualLevel, isLevel)
  }

  /** Starts a game of two people on one screen, or of one against the computer. */
  async start(rulebook: string, against: 'person' | 'computer'): Promise<GameView> {
    this.opponent = against
    this.#keep()
    keepLastGame({ rulebook, names: this.book.names, dice: this.book.dice, against, options: this.options })
    await myself.know() // whose game it is
    const game: NewGame = { id: newId(), rulebook, players: this.#players(against) }
    const clock = this.clock.spec
    if (this.position) game.position = this.position
    if (Object.keys(this.options).length > 0) game.options = this.options
    if (this.ownSeeds) game.seeds = (['white', 'black'] as const).filter((side) => game.players?.[side].kind === 'human')
    if (clock) game.clock = clock
    if (against === 'computer' && this.ratedLevel && !this.engine) game.rated = true
    return api.createGame(game)
  }

  /** Starts a game and goes to its board. */
  async play(rulebook: string, against: 'person' | 'computer'): Promise<void> {
    router.go(to.game((await this.start(rulebook, against)).id))
  }

  /** Looks for an opponent, and opens the invitation or the game. */
  async meet(rulebook: string, meeting: Meeting, hasColours: boolean): Promise<void> {
    this.opponent = 'online'
    this.#keep()
    // With any opponent comes any colour: two players who both want White would never be matched.
    const colour = !hasColours || meeting === 'any' || this.colour === 'random' ? 'lot' : this.colour
    const { options, position, delay, ownSeeds: seeds } = this
    const wish: InvitationTerms = { id: newId(), rulebook, options, clock: this.clock.spec, colour, position, seeds, delay, rated: this.rated }
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
    remember('opponent', this.opponent)
    remember(this.book.dice ? 'strengthDice' : 'strength', this.level)
    remember('colour', this.colour)
    remember('delay', this.delay)
    this.clock.keep()
  }
}
