import type { HomeFigure } from '@carrara/contract/carry/home/home';
import type { Total } from '@carrara/contract/core/paging';
import type { CalendarDate } from '@carrara/domain/kernel';
import type { YearSpan } from '@carrara/domain/kernel/measures';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { coverageSql, excludedPartSql } from '../../engine/lists/definition.ts';
import { currencySort } from '../../engine/texts/amounts.ts';
import { neverAccruedReason } from '../ledger/accountEntries.ts';

/** A figure in a currency on a day. */
export interface HomePoint {
  readonly field: HomeFigure;
  readonly currency: string | null;
  /** The last day of the figure, and the first of a sum; null for a balance. */
  readonly on: string;
  readonly from: string | null;
  readonly value: string | null;
  /** The accounts in a balance of carry on the last day; null for all other points. */
  readonly coverage: Total['coverage'] | null;
}

const point = (field: HomeFigure, from: string, value: string, coverage = 'NULL::jsonb') =>
  `'${field}' AS field, ${from} AS first_day, ${value} AS value, ${coverage} AS coverage`;
const paid = (field: HomeFigure, amount: string) =>
  `SELECT b.currency_id, s.until AS day, ${point(field, 's.first_day', `sum(b.${amount})`)}
   FROM span s JOIN distribution b ON b.tenant_id = $1 AND b.status = 'DISB' AND b.distribution_date BETWEEN s.first_day AND s.until
   GROUP BY b.currency_id, s.first_day, s.until`;
const accounts = coverageSql({
  included: 'a.begun <= d.at',
  undetermined: '(a.begun <= d.at) IS NOT TRUE AND a.balance <> 0',
  excluded: excludedPartSql({
    id: `a.participant_id::text || ' ' || a.container_id::text`,
    name: `p.name || ' at ' || f.name`,
    reason: `'${neverAccruedReason}'`,
  }),
});

/**
 * The balances of both ledgers at the end of each day, the amounts disbursed in each span, and those submitted for
 * approval. An entry counts in the balance of carry from the day on which its account is determined (`isDetermined`).
 */
const statement = `WITH day AS (SELECT unnest($2::date[]) AS at),
  span AS (SELECT unnest($3::date[]) AS first_day, unnest($4::date[]) AS until),
  account AS MATERIALIZED (SELECT e.participant_id, e.container_id, e.currency_id, sum(e.amount) AS balance,
      min(min(e.entry_date) FILTER (WHERE e.kind IN ('ACCRUAL', 'OPENING'))) OVER (PARTITION BY e.participant_id, e.container_id) AS begun
    FROM account_entry e WHERE e.tenant_id = $1 AND e.entry_date <= (SELECT max(at) FROM day) GROUP BY 1, 2, 3),
  moved AS MATERIALIZED (SELECT e.currency_id, greatest(e.entry_date, a.begun) AS day, sum(e.amount) AS amount
    FROM account_entry e JOIN account a ON a.participant_id = e.participant_id AND a.container_id = e.container_id
      AND a.currency_id IS NOT DISTINCT FROM e.currency_id AND a.begun IS NOT NULL
    WHERE e.tenant_id = $1 GROUP BY 1, 2),
  held AS MATERIALIZED (SELECT e.currency_id, e.entry_date AS day, sum(e.amount) AS amount FROM escrow_entry e WHERE e.tenant_id = $1 GROUP BY 1, 2)
  SELECT x.field, r.code AS currency, x.day::text AS on, x.first_day::text AS "from", x.value::numeric(38,2)::text AS value, x.coverage FROM (
    SELECT m.currency_id, d.at AS day, ${point('accrued', 'NULL::date', 'sum(m.amount)')} FROM day d JOIN moved m ON m.day <= d.at GROUP BY 1, 2
    UNION ALL SELECT a.currency_id, d.at, ${point('accrued', 'NULL::date', 'NULL::numeric', accounts)}
      FROM (SELECT max(at) AS at FROM day) d CROSS JOIN account a
      JOIN participant p ON p.tenant_id = $1 AND p.id = a.participant_id JOIN source_facts f ON f.tenant_id = $1 AND f.id = a.container_id
      GROUP BY 1, 2
    UNION ALL SELECT h.currency_id, d.at, ${point('escrow', 'NULL::date', 'sum(h.amount)')} FROM day d JOIN held h ON h.day <= d.at GROUP BY 1, 2
    UNION ALL ${paid('distributed', 'total_carry_distributed')}
    UNION ALL ${paid('netPaid', 'total_net')}
    UNION ALL SELECT b.currency_id, (SELECT max(at) FROM day), ${point('awaiting', 'NULL::date', 'CASE WHEN bool_and(b.is_determined) THEN sum(b.total_carry_distributed) END')}
      FROM distribution b WHERE b.tenant_id = $1 AND b.status = 'SUB' GROUP BY 1) x
  LEFT JOIN reference_entry r ON r.tenant_id = $1 AND r.id = x.currency_id
  ORDER BY ${currencySort('r.code')}, x.field, x.day`;

/** Returns the points of the firm's key figures by currency, the base currency first. */
export const homePoints = (
  tx: Transaction,
  days: readonly CalendarDate[],
  spans: readonly YearSpan[],
): Promise<HomePoint[]> =>
  tx.prepared<HomePoint>(statement, [tx.tenantId, days, spans.map(({ from }) => from), spans.map(({ on }) => on)]);
