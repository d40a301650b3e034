/** A view of a game brought up to date with what the server says is new (docs/api.md, *Updates*). */

import type { Scene, Step, Steps } from '../api/types/board'
import type { CompactStep, CompactSteps, GameUpdate, GameView, PlayedMove } from '../api/types/game'
import type { Square } from '../api/types/words'
import { NO_STEPS } from '../board/targets'

/** Whether events between the view and the update are missing, so that the whole view must be loaded. */
export const leavesGap = (view: GameView, update: GameUpdate): boolean => update.after > view.seq

const EMPTY_SQUARES = {
  holes: [],
  check: null,
  captured: null,
  hands: null,
  promoted: [],
  checks_left: null,
  moves_left: null,
  dice: null,
  dice_kinds: null,
  region: [],
}
const EMPTY_POINTS = { dice: null, still: null, protected: [] }
const PLAIN_MOVE = { check: null, told: [], roll: null, number: null, cube: 1, stood_in: false, steps: [] }

/** The view after an update that leaves no gap; whatever the update does not name is null, false or empty. */
export function updated(view: GameView, update: GameUpdate): GameView {
  const { ply } = update
  const isGrid = (update.scene.kind as string) === 'grid'
  const scene = { ...(isGrid ? EMPTY_SQUARES : EMPTY_POINTS), ...update.scene } as Scene
  const news = (update.moves ?? []).map((move): PlayedMove => ({ ...PLAIN_MOVE, ...move }))
  const moves = [...view.moves.slice(0, ply), ...news]
  const { captured, checks_left } = scene
  const facts = update.facts ?? news.map(() => ({ captured, checks_left }))
  return {
    ...view,
    seq: update.seq,
    position: update.position ?? moves.at(-1)?.position ?? view.position,
    turn: update.turn ?? null,
    late: update.late ?? false,
    moves,
    facts: isGrid ? [...view.facts.slice(0, ply + 1), ...facts] : [],
    scene,
    steps: update.steps ? expanded(update.steps, scene) : NO_STEPS,
    clock: view.clock && update.clock ? { ...view.clock, ...update.clock } : null,
    offers: update.offers ?? [],
    answer: update.answer ?? null,
    claims: update.claims ?? [],
    can: update.can ?? [],
    thinking: update.thinking ?? false,
    dice: update.dice ?? null,
    cube: update.cube ?? null,
    match: update.match ?? null,
    stakes: update.stakes ?? { white: [], black: [] },
    last_refusal: update.last_refusal ?? null,
    outcome: update.outcome ?? null,
  }
}

function expanded({ options = {}, refused = [], confirmable = false, protected: kept = [], lost = [] }: CompactSteps, scene: Scene): Steps {
  // A board of points has no squares: its steps name all their effects.
  const pieces = (scene as Partial<Scene>).pieces ?? {}
  return {
    options: Object.entries(options).flatMap(([origin, steps]) => steps.map((step) => expandedStep(origin, step, pieces))),
    confirmable,
    refused: refused.flatMap(({ steps, ...why }) =>
      Object.entries(steps).flatMap(([origin, targets]) =>
        targets.map((each) => {
          const [target, token] = typeof each === 'string' ? [each, origin + each] : each
          return { ...why, token, origin, target }
        }),
      ),
    ),
    protected: kept,
    lost,
  }
}

function expandedStep(origin: Square, [target, label, spanish, more]: CompactStep, pieces: Record<Square, string>): Step {
  const piece = pieces[origin] ?? ''
  return {
    token: origin + target,
    label,
    labels: { es: spanish ?? label, en: label },
    origin,
    target,
    choice: '',
    effects: [
      [origin, piece, ''],
      [target, pieces[target] ?? '', piece],
    ],
    told: [],
    ...more,
  }
}
