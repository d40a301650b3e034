/** A board and its possible steps. */

import type * as schema from '../schema'
import type { Known } from './words'

export type { GridScene as Scene, Reach } from '../schema'
export type { LostDieView as LostDie } from '../schema'
export type { RefusedStep as Refusal, StepView as Step, ToldView as Told } from '../schema'

export type Protection = Known<schema.Protection, { reason: 'protects' | 'shelter' }>
export type PointsScene = Known<schema.PointsScene, { protected: Protection[] }>
export type Steps = Known<schema.StepsView, { protected: Protection[] }>
