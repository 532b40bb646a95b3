import { currencySort } from '../../engine/texts/amounts.ts';
import { type ChartPoint, type ChartSlice, readPoints, readSlices, type SumBy } from '../../engine/charts/sumBy.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import type { Total } from '@carrara/contract/core/paging';
import { type CalendarDate, fromKeys } from '@carrara/domain/kernel';
import { entriesCountedFor, isDetermined, neverAccruedReason } from '../ledger/accountEntries.ts';
import { coverageSql, excludedPartSql } from '../../engine/lists/definition.ts';
import { estimatesUntil } from '../forecast/estimatesUntil.ts';
import { containedInSql, sectorName } from '../../portfolio/container/sources.ts';

export type SliceBy = 'sector' | 'fund' | 'year';

const paid = {
  from: `distribution_detail b
    JOIN distribution_source s ON s.tenant_id = b.tenant_id AND s.id = b.distribution_source_id
    JOIN distribution d ON d.tenant_id = b.tenant_id AND d.id = b.distribution_id AND d.status = 'DISB'
      AND d.distribution_date <= (SELECT firm_day())
    JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = s.container_id
    LEFT JOIN investment i ON i.tenant_id = b.tenant_id AND i.id = f.investment_id`,
  where: 'b.tenant_id = $1 AND b.participant_id = $2',
  amount: 'b.gross_carry_distributed',
  currencyOf: 'd',
} as const;
const expected = {
  ...paid,
  from: `forecast_detail b
    JOIN standing_forecast_source s ON s.tenant_id = b.tenant_id AND s.id = b.forecast_source_id
    JOIN forecast x ON x.tenant_id = b.tenant_id AND x.id = s.forecast_id
    JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = s.container_id`,
  currencyOf: 'x',
} as const;
const bySource = { id: 'f.id', name: 'f.name' } as const;
const paidBy: Readonly<Record<SliceBy, SumBy>> = {
  sector: { ...paid, id: 'i.sector_id', name: sectorName('f.fund_id') },
  fund: { ...paid, id: 'coalesce(f.fund_id, f.coinvestment_id)', name: `coalesce(${containedInSql('f')}, f.name)` },
  year: { ...paid, id: null, name: 'extract(year FROM d.distribution_date)::int::text', inOrder: true },
};

/** Returns the gross carry that disbursed distributions paid to a participant until today, as the profile's figures do. */
export const participantSlices = (tx: Transaction, participantId: string, by: SliceBy): Promise<ChartSlice[]> =>
  readSlices(tx, paidBy[by], [participantId]);

/** Returns the same over time, by source. */
export const participantPoints = (tx: Transaction, participantId: string): Promise<ChartPoint[]> =>
  readPoints(tx, { ...paid, ...bySource }, 'd.distribution_date', [participantId]);

/** Returns the amounts that forecasts expect for a participant, by source. */
export const participantForecastSlices = (tx: Transaction, participantId: string): Promise<ChartSlice[]> =>
  readSlices(tx, { ...expected, ...bySource }, [participantId]);

/** Returns the same over the expected dates. */
export const participantForecastPoints = (tx: Transaction, participantId: string): Promise<ChartPoint[]> =>
  readPoints(tx, { ...expected, ...bySource }, 'x.distribution_date', [participantId]);

const summed = [
  'carryBalance',
  'escrowBalance',
  'escrowWithheld',
  'escrowReleased',
  'escrowApplied',
  'openingDistributed',
  'totalCarryDistributed',
  'totalNetDistributed',
  'forecastedCarry',
] as const;
type Summed = (typeof summed)[number];

type Covered = NonNullable<Total['coverage']>;

export type ParticipantSummary = {
  readonly id: string;
  readonly participantId: string;
  readonly name: string;
  /** Currency of the figures. Null if there are several; then the figures are available per currency only. */
  readonly currency: string | null;
  /** Amount that posted clawbacks took from escrow and account. Null, not determined, until one is posted. */
  readonly clawback: string | null;
  /** The accounts that the carry balance covers. Their sources have accruals or opening balances. */
  readonly carryBalanceCoverage: Covered | null;
  readonly byCurrency: ({
    currency: string | null;
    carryBalance: string | null;
    carryBalanceCoverage: Covered;
    clawback: string | null;
  } & Record<Exclude<Summed, 'carryBalance'>, string>)[];
} & Readonly<Record<Summed, string | null>>;

const noAccount = 'NULL::jsonb AS account, NULL::boolean AS begun';
/**
 * Returns SQL for a join with the account of an entry, in the form of a coverage, and whether it is determined by the date. An entity's
 * accounts also have their owner's name. OFFSET 0 keeps PostgreSQL from evaluating `begun` wherever it is used.
 */
const accountOfEntry = (date: string) => `JOIN source_facts f ON f.tenant_id = e.tenant_id AND f.id = e.container_id
  JOIN participant o ON o.tenant_id = e.tenant_id AND o.id = e.participant_id
  CROSS JOIN LATERAL (SELECT ${isDetermined('e', date)} AS begun OFFSET 0) k
  LEFT JOIN LATERAL (SELECT ${excludedPartSql({
    id: `CASE WHEN o.id = $2::uuid THEN f.id::text ELSE o.id::text || ' ' || f.id::text END`,
    name: `CASE WHEN o.id = $2::uuid THEN f.name ELSE o.name || ' at ' || f.name END`,
    reason: `'${neverAccruedReason}'`,
  })} AS account, k.begun WHERE k.begun IS NOT NULL) g ON true`;

/** Returns SQL for the rows of a figure's source. Each row has one or two of the figures. The others are zero or null. */
const figureRows = (
  figures: Partial<Record<Summed | 'clawback', string>>,
  currency: string,
  from: string,
  account = noAccount,
) =>
  `SELECT ${currency} AS currency_id, ${account}, ${figures.clawback ?? 'NULL::numeric'} AS clawback, ${summed.map((name) => `${figures[name] ?? '0.00'} AS "${name}"`).join(', ')} FROM ${from}`;

const escrowParts = {
  escrowWithheld: `CASE WHEN e.kind IN ('OPENING', 'WITHHELD') THEN e.amount ELSE 0.00 END`,
  escrowReleased: `CASE WHEN e.kind = 'RELEASED' THEN -e.amount ELSE 0.00 END`,
  escrowApplied: `CASE WHEN e.kind = 'APPLIED' THEN -e.amount ELSE 0.00 END`,
};
const accountParts = { openingDistributed: `CASE WHEN e.kind = 'OPENING_DISTRIBUTED' THEN -e.amount ELSE 0.00 END` };

/**
 * Returns SQL for the sums of a ledger until the date, with its balance as the figure. They are taken by account, because `isDetermined` searches the
 * entries of an account and would do so for each of them.
 */
function ledgerRows(table: 'account_entry' | 'escrow_entry', figure: Summed, date: string): string {
  const isEscrow = table === 'escrow_entry';
  const sums = {
    clawback: `CASE WHEN e.kind IN ('CLAWBACK', 'APPLIED') THEN -e.amount END`,
    ...(isEscrow ? escrowParts : accountParts),
    [figure]: 'e.amount',
  };
  const names = Object.keys(sums);
  const accounts = `(SELECT e.tenant_id, e.participant_id, e.container_id, e.currency_id, ${Object.entries(sums)
    .map(([name, amount]) => `sum(${amount}) AS "${name}"`)
    .join(', ')}
     FROM counted_${table} e WHERE e.entry_date <= ${date} GROUP BY 1, 2, 3, 4) e`;
  return figureRows(
    {
      ...fromKeys(names, (name) => `e."${name}"`),
      ...(isEscrow ? {} : { [figure]: `CASE WHEN g.begun THEN e."${figure}" END` }),
    },
    'e.currency_id',
    isEscrow ? accounts : `${accounts} ${accountOfEntry(date)}`,
    isEscrow ? noAccount : 'g.account, g.begun',
  );
}

/** Returns SQL for the sum of a figure. Amounts paid from an account without accruals don't determine a balance. */
const sumSql = (name: Summed) =>
  name === 'carryBalance'
    ? `CASE WHEN count(l.account) = 0 THEN 0.00 ELSE sum(l."${name}") FILTER (WHERE l.begun) END::numeric(38,2)`
    : `sum(l."${name}")::numeric(38,2)`;

const balanceCoverage = coverageSql({
  included: 'l.begun',
  undetermined: 'NOT l.begun',
  excluded: 'l.account',
  part: 'l.account',
});

const countedEntries = (table: 'account_entry' | 'escrow_entry') =>
  `counted_${table} AS MATERIALIZED (SELECT e.tenant_id, e.participant_id, e.container_id, e.currency_id, e.kind, e.entry_date, e.amount
     FROM ${entriesCountedFor(table, 'ARRAY[$2::uuid]')} e)`;

/** SQL for the rows that the figures of a participant (`$2`) are summed from. They are read once, for however many days. */
const rowsOfFigures = `WITH ${countedEntries('account_entry')}, ${countedEntries('escrow_entry')},
  paid_row AS MATERIALIZED (SELECT d.currency_id, d.distribution_date, x.gross_carry_distributed, x.net_carry_distributed
     FROM distribution_detail x JOIN distribution d ON d.tenant_id = x.tenant_id AND d.id = x.distribution_id AND d.status = 'DISB'
     WHERE x.tenant_id = $1 AND x.participant_id = $2)`;

/** Returns SQL for the figures as of a date by currency, the base currency first, from `rowsOfFigures`. */
const figuresByCurrency = (
  date: string,
) => `SELECT r.code AS currency, sum(l.clawback)::numeric(38,2) AS clawback, ${balanceCoverage} AS "carryBalanceCoverage", ${summed.map((name) => `${sumSql(name)} AS "${name}"`).join(', ')}
     FROM (${ledgerRows('account_entry', 'carryBalance', date)}
       UNION ALL ${ledgerRows('escrow_entry', 'escrowBalance', date)}
       UNION ALL ${figureRows(
         { totalCarryDistributed: 'x.gross_carry_distributed', totalNetDistributed: 'x.net_carry_distributed' },
         'x.currency_id',
         `paid_row x WHERE x.distribution_date <= ${date}`,
       )}
       UNION ALL ${figureRows(
         { forecastedCarry: 'x.gross_carry_distributed' },
         's.currency_id',
         `forecast_detail x JOIN ${estimatesUntil(date)} s ON s.tenant_id = x.tenant_id AND s.id = x.forecast_source_id AND s.rank = 1
          WHERE x.tenant_id = $1 AND x.participant_id = $2 AND s.distribution_date >= ${date}`,
       )}) l
     LEFT JOIN reference_entry r ON r.tenant_id = $1 AND r.id = l.currency_id
     GROUP BY r.code
     ORDER BY ${currencySort('r.code')}`;

/**
 * Returns the figures of a participant's profile as of one date. They come from ledgers and distributions dated up to
 * it, and from later forecasts that had been estimated by then. An entity's figures are those that reached its
 * members through it.
 */
export async function participantSummary(
  tx: Transaction,
  kind: 'employee' | 'trust' | 'entity',
  id: string,
  asOf: string,
): Promise<ParticipantSummary | undefined> {
  const [participant] = await tx.query<{ id: string; name: string }>(
    'SELECT id, name FROM participant WHERE tenant_id = $1 AND id = $2 AND kind = $3',
    [tx.tenantId, id, kind],
  );
  if (!participant) return undefined;
  // Planning takes longer than reading, and every plan uses the indexes by participant.
  const byCurrency = await tx.plannedOnce<ParticipantSummary['byCurrency'][number]>(
    `${rowsOfFigures} ${figuresByCurrency('$3::date')}`,
    [tx.tenantId, id, asOf],
  );
  const [first] = byCurrency;
  const figures = Object.fromEntries(
    summed.map((name) => [
      name,
      byCurrency.length > 1 ? null : first ? first[name] : name === 'carryBalance' ? null : '0.00',
    ]),
  ) as Record<Summed, string | null>;
  const currency = byCurrency.length === 1 ? (first?.currency ?? null) : null;
  const clawback = byCurrency.length === 1 ? (first?.clawback ?? null) : null;
  const carryBalanceCoverage = byCurrency.length === 1 ? (first?.carryBalanceCoverage ?? null) : null;
  return {
    ...participant,
    participantId: participant.id,
    currency,
    byCurrency,
    clawback,
    carryBalanceCoverage,
    ...figures,
  };
}

type FiguresByCurrency = ParticipantSummary['byCurrency'][number];

/** Returns the same figures at the end of each of several days, in one query. */
export const participantFiguresOn = (
  tx: Transaction,
  participantId: string,
  days: readonly CalendarDate[],
): Promise<(FiguresByCurrency & { readonly on: CalendarDate })[]> =>
  tx.plannedOnce(
    `${rowsOfFigures} SELECT day.at::text AS on, f.* FROM unnest($3::date[]) AS day(at) CROSS JOIN LATERAL (${figuresByCurrency('day.at')}) f`,
    [tx.tenantId, participantId, days],
  );
