/** Which of the stored games are looked for; the address of the screen says it too, so that it can be kept and sent. */

import type { GameResult, GamesAsked } from './api/types/games'
import { queryOf, readQuery } from './query'
import { oneOf } from './storage'

export const shows = ['running', 'finished', 'all'] as const
export type Show = (typeof shows)[number]
export const results = ['won', 'lost', 'drawn'] as const

const isShow = oneOf<Show>(...shows)
const isResult = oneOf<GameResult>(...results)
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/** The beginning of a day of the calendar where the reader is, some days on. */
function beginning(day: string, on = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Math.max(0, new Date(year, month - 1, date + on).getTime())
}

type Criteria = Pick<GamesAsked, 'opponent' | 'rulebook' | 'result' | 'since' | 'until'>

export class GamesFilter {
  show = $state<Show>('running')
  opponent = $state('')
  rulebook = $state('')
  result = $state<GameResult | ''>('')
  since = $state('')
  until = $state('')

  constructor(search: string) {
    const { show, opponent = '', rulebook = '', result, since = '', until = '' } = readQuery(search)
    if (isShow(show)) this.show = show
    if (isResult(result)) this.result = result
    this.opponent = opponent.slice(0, 60)
    this.rulebook = rulebook
    this.since = isDay(since) ? since : ''
    this.until = isDay(until) ? until : ''
  }

  /** The query of the screen's address. */
  get search(): string {
    const over = this.show === 'finished' ? { result: this.result, since: this.since, until: this.until } : {}
    const own = this.show === 'all' ? {} : { opponent: this.opponent.trim(), rulebook: this.rulebook, ...over }
    const told = { show: this.show === 'running' ? '' : this.show, ...own }
    const query = queryOf(Object.fromEntries(Object.entries(told).filter(([, value]) => value !== '')))
    return query && `?${query}`
  }

  /** Whether any filter is set. */
  get filtered(): boolean {
    return Object.values(this.criteria).some((value) => value !== undefined)
  }

  /** The query for the server. */
  get criteria(): Criteria {
    if (this.show === 'all') return {}
    const given = { opponent: this.opponent.trim() || undefined, rulebook: this.rulebook || undefined }
    if (this.show === 'running') return given
    return {
      ...given,
      result: this.result || undefined,
      since: isDay(this.since) ? beginning(this.since) : undefined,
      until: isDay(this.until) ? beginning(this.until, 1) : undefined,
    }
  }

  clear(): void {
    this.opponent = this.rulebook = this.result = this.since = this.until = ''
  }
}
