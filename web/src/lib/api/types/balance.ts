/** Balance reports. */

import type * as schema from '../schema'

export type { AskBalance, BalanceView, Cell as BalanceCell, Row as BalanceRow, Table as BalanceTable } from '../schema'

export type BalanceReport = NonNullable<schema.BalanceView['report']>
