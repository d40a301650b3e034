/** Points, results, times and tie-breaks of tournaments in words. */

import { lookUp, speech, t } from '../i18n.svelte'
import { to } from '../routes'
import type { Format, LoggedAct, PairingView, Result, TournamentSettings, TournamentView } from './types'

const TENTHS = 10
const MINUTE_MS = 60_000

/** «2½», «½», «1,3». */
export function pointsInWords(tenths: number): string {
  const whole = Math.trunc(tenths / TENTHS)
  if (tenths % TENTHS === 0) return String(whole)
  if (Math.abs(tenths % TENTHS) === TENTHS / 2) return `${tenths < 0 ? '−' : ''}${whole === 0 ? '' : String(Math.abs(whole))}½`
  return new Intl.NumberFormat(speech.lang).format(tenths / TENTHS)
}

/** A value of a tie-break, a number in most of them; a dash where there is none. */
export function valueInWords(value: string | null, code = ''): string {
  if (value === null) return '—'
  if (code === 'GPTS') return pointsInWords(Math.round(10 * Number(value)))
  return /^-?\d+(\.\d+)?$/.test(value) ? new Intl.NumberFormat(speech.lang, { useGrouping: false, maximumFractionDigits: 4 }).format(Number(value)) : value
}

/** «1–0», «½–½», «+:−»; nothing while it is played. */
const shown: Record<Result, string> = {
  '1-0': '1 – 0',
  '1/2-1/2': '½ – ½',
  '0-1': '0 – 1',
  '+--': '+ : −',
  '--+': '− : +',
  '---': '− : −',
  '0-0': '0 – 0',
  '1/2-0': '½ – 0',
  '0-1/2': '0 – ½',
}
export const resultText = (result: Result): string => shown[result]

/** In the order in which they are offered. */
export const RESULTS = Object.keys(shown) as Result[]

/** The only ones of a knockout: somebody goes on. */
export const DECIDED: Result[] = ['1-0', '0-1', '+--', '--+']

/** «Ganan las blancas», «Blancas sin jugar». */
export const resultInWords = (result: Result): string => lookUp(`ui.tournament.result.${result}`, result)

export const moment = (at: number): string =>
  new Intl.DateTimeFormat(speech.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(at)

/** The name and the meaning of a tie-break; its code where the page knows nothing of it. */
const codeKey = (code: string): string => code.toLowerCase().replace('/', '_')
export const tieBreakName = (code: string): string => lookUp(`ui.tournament.tie.${codeKey(code)}`, code)
export const tieBreakMeaning = (code: string): string => lookUp(`ui.tournament.tie.${codeKey(code)}.about`, '')

export const formatName = (format: Format): string => t(`ui.tournament.format.${format}`)

/** «1 – ½ – 0». */
export const tableInWords = ({ table }: TournamentSettings): string =>
  [table.win, table.draw, table.loss].map(pointsInWords).join(' – ')

/** What happens now, in a sentence. */
export function stateInWords(view: TournamentView): string {
  if (view.phase === 'ended') return t('ui.tournament.state.ended')
  if (view.phase === 'entry') return t('ui.tournament.state.entry', { count: view.entries.length })
  const last = view.rounds.at(-1)
  if (view.paused) return t('ui.tournament.state.paused')
  if (view.settings.format === 'arena') return t('ui.tournament.state.arena')
  if (!last) return t('ui.tournament.state.begun')
  const numbers = { round: last.number, total: view.total }
  if (last.open > 0) return t('ui.tournament.state.playing', { ...numbers, open: last.open })
  return t('ui.tournament.state.over', numbers)
}

/** What happens next, and when; empty where nothing does by itself. */
export function nextInWords(view: TournamentView, now: number): string {
  if (view.phase === 'entry' && view.next_at !== null) {
    return view.next_at > now ? t('ui.tournament.next.start', { time: moment(view.next_at) }) : t('ui.tournament.next.start.waits')
  }
  if (view.phase !== 'running' || view.paused) return ''
  const last = view.rounds.at(-1)
  if (view.ends_at !== null) return t('ui.tournament.next.ends', { minutes: Math.max(0, Math.ceil((view.ends_at - now) / MINUTE_MS)) })
  if (view.round_ends_at !== null && last && last.open > 0) return t('ui.tournament.time.until', { time: moment(view.round_ends_at) })
  if (view.next_at !== null) {
    const minutes = Math.max(0, Math.ceil((view.next_at - now) / MINUTE_MS))
    return minutes === 0 ? t('ui.tournament.next.soon') : t('ui.tournament.next.at', { minutes })
  }
  if (last && last.open === 0 && last.number < view.total) return t('ui.tournament.next.hand')
  return ''
}

export const boardInWords = ({ board, white, black, result }: PairingView): string =>
  t('ui.tournament.board_of', {
    board,
    white: white.name,
    black: black.name,
    result: result ? resultInWords(result) : t('ui.tournament.no_result'),
  })

/** Whether somebody may rest in a round to come. */
export const mayHaveByes = ({ phase, rounds, total, settings }: TournamentView): boolean =>
  phase === 'running' && rounds.length < total && settings.boards === 0 && !['knockout', 'arena', 'simul'].includes(settings.format)

/** Whether somebody may enter now; a team may get reserves, new teams may not come. */
export const isEntryOpen = ({ phase, settings }: TournamentView): boolean =>
  phase === 'entry' || (phase === 'running' && settings.late_entry && (settings.boards > 0 || settings.format === 'swiss' || settings.format === 'arena'))

/** The address of somebody in the standings: of a team where teams play. */
export const rankedAddress = ({ id, settings }: TournamentView, number: number): string =>
  to.tournament(id, `${settings.boards > 0 ? 'team' : 'player'}/${String(number)}`)

/** How many rounds can be looked at: an arena is all one. */
export const shownRounds = ({ settings, phase, rounds }: TournamentView): number =>
  settings.format === 'arena' ? Number(phase !== 'entry') : rounds.length

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** An event of the log in a sentence. */
export function actInWords({ act }: LoggedAct, nameOf: (entry: number) => string): string {
  const told: Record<string, unknown> = { ...act }
  const values = {
    name: text(told.name) || (typeof told.entry === 'number' ? nameOf(told.entry) : ''),
    round: text(told.round),
    rounds: text(told.rounds),
    board: text(told.board ?? told.game),
    team: text(told.team),
    appeal: text(told.appeal),
    time: typeof told.at === 'number' ? moment(told.at) : '',
    result: act.type === 'result' || act.type === 'arena_result' ? resultInWords(act.result) : '',
  }
  const isAgain = (act.type === 'paired' || act.type === 'result' || act.type === 'arena_result') && act.reason !== ''
  return lookUp(`ui.tournament.log.${act.type}${isAgain ? '.again' : ''}`, act.type, values)
}

export const reasonOf = ({ act }: LoggedAct): string => ('reason' in act ? act.reason : 'text' in act ? act.text : '')

/** The standings after which round: one that goes on does not count yet. */
export function standingsTitle({ rounds }: TournamentView): string {
  const round = rounds.filter(({ open }) => open === 0).length
  return round > 0 ? t('ui.tournament.standings.after', { round }) : t('ui.tournament.tab.standings')
}
