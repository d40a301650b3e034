/** Invitations in words. */

import type { Invitation } from '../api/people'
import type { Budget, ClockSpec, Periods } from '../api/types/clocks'
import type { GameView } from '../api/types/game'
import type { OptionValue, RuleOption } from '../api/types/rulebooks'
import { inWords, t } from '../i18n.svelte'
import { named } from '../people/named'

const minutes = (ms: number): number => Math.round(ms / 6000) / 10

function sideInWords(spec: Exclude<ClockSpec, { kind: 'correspondence' }>, own: Budget | Periods): string {
  const shown = { minutes: minutes(own.initial_ms) }
  if ('periods' in own) return t('ui.clock.byoyomi.short', { ...shown, periods: own.periods, seconds: own.period_ms / 1000 })
  const seconds = own.increment_ms / 1000
  if (seconds === 0) return t('ui.clock.plain.short', shown)
  return t('ui.clock.budget.short', { ...shown, seconds, kind: t(`ui.clock.${spec.kind}`) })
}

/** «10 min + 5 s, Fischer». */
export function clockInWords(spec: ClockSpec | null): string {
  if (spec === null) return t('ui.clock.none')
  if (spec.kind === 'correspondence')
    return spec.days === 1 ? t('ui.clock.correspondence.day') : t('ui.clock.correspondence.short', { days: spec.days })
  const own = sideInWords(spec, spec)
  if (!spec.black) return own
  return `${t('ui.side.white')}: ${own}; ${t('ui.side.black')}: ${sideInWords(spec, spec.black)}`
}

export const hostOf = ({ by_name, by_bot }: Pick<Invitation, 'by_name' | 'by_bot'>): string =>
  named({ name: by_name || t('ui.player.guest'), bot: by_bot })

/** The colour that the reader will have: «Juega con blancas». */
export function colourInWords({ mine, colour }: Pick<Invitation, 'mine' | 'colour'>): string {
  if (colour === 'lot') return t('ui.invitation.colour.lot')
  return t(`ui.invitation.colour.${mine === (colour === 'white') ? 'white' : 'black'}`)
}

/** By how much spectators see the game late: «2 jugadas tarde». */
export function delayInWords(delay: number): string {
  if (delay === 0) return t('ui.delay.none')
  return delay === 1 ? t('ui.delay.one') : t('ui.delay.many', { count: delay })
}

/** A note about the delay for spectators, worded for them or for the players; empty without a delay. */
export function lateInWords({ late, delay, outcome }: Pick<GameView, 'late' | 'delay' | 'outcome'>): string {
  if (delay === 0 || outcome) return ''
  return t(`ui.watching.${late ? 'late' : 'others_late'}${delay === 1 ? '.one' : ''}`, { count: delay })
}

/** What is played otherwise than in the rulebook, as far as its options are known: «La dama mata: sí». */
export const optionsInWords = (chosen: Record<string, OptionValue>, known: RuleOption[]): string[] =>
  Object.entries(chosen).map(([path, value]) => {
    const option = known.find((each) => each.path === path)
    const label = option?.labels?.[option.values?.indexOf(value) ?? -1]
    return `${option ? inWords(option.names) : path}: ${label ? inWords(label) : String(value)}`
  })

/** What sets it apart from the usual, in short: «Reglas cambiadas: 2, desde otra posición». */
export function apartInWords({ options, position, delay }: Pick<Invitation, 'options' | 'position' | 'delay'>): string {
  const count = Object.keys(options).length
  return [
    ...(count > 0 ? [`${t('ui.invitation.rules')}: ${String(count)}`] : []),
    ...(position === null ? [] : [t('ui.lobby.position')]),
    ...(delay > 0 ? [`${t('ui.delay')} ${delayInWords(delay)}`] : []),
  ].join(', ')
}

/** What is to be played: game, clock and colour. */
export const gameInWords = ({ names, clock }: Pick<Invitation, 'names' | 'clock'>): string =>
  `${inWords(names)} · ${clockInWords(clock)}`
