/** The external engines that play a rulebook on this server. */

import { cached } from '../cached'
import { calls } from './calls'

const namesFor = cached(async (rulebook: string) => (await calls.engines(rulebook)).map(({ name }) => name))

/** Their names; none where the server cannot be reached. */
export const enginesFor = (rulebook: string): Promise<string[]> => namesFor(rulebook).catch(() => [])
