/** Tournaments, as the server describes them. */

import type * as schema from '../api/schema'
import type { ClockSpec } from '../api/types/clocks'
import type { OptionValue } from '../api/types/rulebooks'
import type { Known } from '../api/types/words'

export type {
  BracketMatch,
  BracketPlace,
  BracketView,
  CardView,
  CellView,
  CrossRow,
  EntrantView,
  Heading,
  LoggedAct,
  NewEntrant,
  PairingView,
  PointTable,
  RoundView,
  StandingsView,
  StandingView,
  TeamCard,
  TieBreakView,
  TimeView,
} from '../api/schema'

export type Phase = schema.TournamentView['phase']
export type Result = NonNullable<schema.PairingView['result']>
export type Command = schema.TournamentCommand['command']

/** The settings, with what the page knows of clocks and options. */
export type TournamentSettings = Known<
  schema.TournamentSettings,
  {
    clock: ClockSpec | null
    options: Record<string, OptionValue>
    tie_breaks: string[]
    forbidden: [number, number][]
    extra_clocks: ClockSpec[]
    armageddon: ClockSpec | null
  }
>
/** Settings that are sent; what is not given is as it is usual. */
export type NewSettings = Known<schema.TournamentSettingsInput, Partial<Pick<TournamentSettings, 'clock' | 'options' | 'tie_breaks' | 'forbidden' | 'extra_clocks' | 'armageddon'>>>
export type Format = TournamentSettings['format']
export type TournamentView = Known<schema.TournamentView, { settings: TournamentSettings }>
export type TournamentLine = Known<schema.TournamentLine, { format: Format }>
