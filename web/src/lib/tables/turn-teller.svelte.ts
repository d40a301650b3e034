/** Tells of rolls and turns as they come, once each: turns played elsewhere as they are shown, all others at once. */

import type { PointsScene } from '../api/types/board'
import type { GameView, PlayedMove } from '../api/types/game'
import type { Side } from '../api/types/words'
import { announcer } from '../announcer.svelte'
import type { PieceSet } from '../board/piece-set'
import { playSound } from '../game/sound'
import type { Viewpoint } from '../game/viewpoint.svelte'
import { t } from '../i18n.svelte'
import { paceOf } from './pace'
import { stageInWords } from './shown-turn'
import { soundOf } from './turn-input.svelte'
import { stepsOf, TurnShow, type ShownTurn } from './turn-show.svelte'
import { turnInWords } from './words'

/** What identifies the roll of a turn: how many moves were before it, and its dice. */
const keyOf = (before: number, roll: string): string => `${String(before)} ${roll}`

/** What identifies the roll of a turn that was played. */
export const rollKeyOf = (move: PlayedMove): string => keyOf(move.ply - 1, move.roll ?? '')

/** What identifies the roll on the board. */
export const liveRollKey = (view: GameView<PointsScene>): string => keyOf(view.moves.length, view.scene.dice?.join('') ?? '')

export class TurnTeller {
  readonly show: TurnShow
  /** The roll that has been heard last, and when. */
  #heard = ''
  #heardAt = 0

  constructor(
    private readonly now: () => { view: GameView<PointsScene>; set: PieceSet; sides: Side[] },
    viewpoint: Viewpoint,
  ) {
    this.show = new TurnShow({
      current: () => viewpoint.move,
      pace: () => paceOf(this.now().view),
      hidden: () => document.hidden,
      seen: (move) => (this.#heard === rollKeyOf(move) ? performance.now() - this.#heardAt : 0),
      tell: (shown, rest) => {
        this.#tell(shown, rest)
      },
    })
  }

  /** The roll on the board, if there is one and no turn is shown. */
  rolled(): void {
    const { view } = this.now()
    const roll = view.scene.dice?.join('-')
    if (!roll || this.show.now || !this.#isNew(liveRollKey(view))) return
    playSound('dice')
    announcer.say(t('ui.tables.rolled', { side: t(`ui.side.${view.scene.mover}`), roll }))
  }

  /** A turn has been played, here or elsewhere. */
  hear(move: PlayedMove): void {
    const { sides, set } = this.now()
    if (sides.includes(move.by)) this.show.skip()
    else if (this.show.arrive(move)) return
    playSound(soundOf(move.move))
    announcer.say(turnInWords(move, set))
  }

  /** Shows the turn on the board again, or ends the show. */
  again(): void {
    if (!this.show.skip()) this.show.again()
  }

  #tell(shown: ShownTurn, rest: boolean): void {
    const isRoll = shown.stage === 0
    if (isRoll && !shown.asked && !this.#isNew(rollKeyOf(shown.move))) return
    announcer.say(stageInWords(shown, this.now().set))
    if (rest) return
    const step = stepsOf(shown.move)[shown.stage - 1]
    if (isRoll) playSound('dice')
    else if (step) playSound(soundOf(step.label))
  }

  /** Whether a roll has not been heard before. */
  #isNew(roll: string): boolean {
    if (this.#heard === roll) return false
    this.#heard = roll
    this.#heardAt = performance.now()
    return true
  }
}
