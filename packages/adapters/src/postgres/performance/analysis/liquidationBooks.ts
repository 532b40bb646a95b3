import { calendarDate, decimal, required } from '@carrara/domain/kernel';
import type { EnteredCarryTerms } from '@carrara/domain/performance/carryTerms';
import type { EntryType } from '@carrara/domain/performance/ledger';
import type { LiquidationBook } from '@carrara/domain/performance/liquidation';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { loadFiguresAsOf } from '../asOf/figuresAsOf.ts';
import { type StoredInputs, existingTables } from '../asOf/tablesAsOf.ts';
import { eventJson, type EventRow, parseEvents } from '../ledger/eventRows.ts';
import { quarterSql } from '../periodFigures/hasVehicleEndedSql.ts';
import { termsVersionOnSql } from './carryTerms.ts';

export interface Row {
  readonly vehicleId: string;
  readonly until: string;
  readonly terms: { readonly id: string; readonly effectiveDate: string; readonly entered: EnteredCarryTerms } | null;
  readonly partners: LiquidationBook['partners'];
  readonly events: readonly EventRow[];
  readonly entries: readonly {
    readonly id: string;
    readonly reversalOf: string | null;
    readonly type: EntryType;
    readonly effective: string;
    readonly booked: string;
    readonly holdingId: string | null;
    readonly isRecallable: boolean;
    readonly dueDate: string | null;
    /** The partner's number and the amount of each share, with spaces between them. */
    readonly shares: string | null;
  }[];
  readonly figures: readonly {
    readonly commitmentId: string;
    readonly navBeforeCarry: string | null;
    readonly carryPaid: string | null;
    readonly isReported: boolean;
  }[];
  readonly holdings: readonly (Pick<LiquidationBook['holdings'][number], 'id' | 'investmentId' | 'name'> &
    Readonly<Record<'invested' | 'proceeds' | 'income' | 'fairValue', string | null>> & {
      /** Each with its quarter end, the cost of all that was bought, the remaining cost and the fair value. Null if no term needs them. */
      readonly values: readonly (readonly [string, string, string, string])[] | null;
      /** The day of each sale and the cost that it relieved. Null like `values`. */
      readonly sales: readonly (readonly [string, string])[] | null;
    })[];
}

/** The vehicles with the quarter end of their figures, and their commitments numbered. */
export const numberedSql = `requested AS (SELECT v.tenant_id, v.id, coalesce(q.period_end, $3::date) AS until, q.period_end
    FROM container v LEFT JOIN LATERAL ${quarterSql('v', '$3::date')} q ON true WHERE v.tenant_id = $1 AND v.id = ANY ($2::uuid[])),
  partners AS (SELECT c.tenant_id, c.vehicle_id, c.id, row_number() OVER (PARTITION BY c.vehicle_id ORDER BY i.code COLLATE "C", c.id) - 1 AS number,
      c.investor_id, i.code, i.name, n.type_id, y.code = 'GP' AS is_gp
    FROM commitment c JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
    JOIN investor n ON n.tenant_id = c.tenant_id AND n.id = c.investor_id
    JOIN reference_entry y ON y.tenant_id = n.tenant_id AND y.id = n.type_id
    WHERE c.tenant_id = $1 AND c.vehicle_id = ANY ($2::uuid[]))`;

export const partnersSql = `(SELECT json_agg(json_build_object('id', c.id, 'investorId', c.investor_id, 'investorCode', c.code, 'name', c.name, 'investorTypeId', c.type_id,
    'isGp', c.is_gp) ORDER BY c.number) FROM partners c WHERE c.vehicle_id = v.id)`;
const eventsSql = `(SELECT json_agg(${eventJson})
  FROM commitment_event e JOIN partners c ON c.id = e.commitment_id WHERE e.tenant_id = $1 AND c.vehicle_id = v.id AND e.booked <= v.until)`;
/** True for an entry that an act posted, or for its reversal. A quarter close books the other carry. */
const isOfActSql = `EXISTS (SELECT FROM ledger_entry o JOIN ledger_act a ON a.tenant_id = o.tenant_id AND a.vehicle_id = o.vehicle_id AND a.seq = o.seq
  WHERE o.tenant_id = e.tenant_id AND o.id = coalesce(e.reverses_id, e.id))`;
const entriesSql = `(SELECT json_agg(json_build_object('id', e.id, 'reversalOf', e.reverses_id, 'type', e.type, 'effective', e.effective_date, 'booked', e.booked,
    'holdingId', e.holding_id, 'isRecallable', e.is_recallable, 'dueDate', n.due_date, 'shares', s.shares) ORDER BY e.effective_date, e.id)
  FROM ledger_entry e LEFT JOIN notice n ON n.tenant_id = e.tenant_id AND n.id = e.notice_id
  CROSS JOIN LATERAL (SELECT string_agg(c.number || ' ' || x.amount, ' ' ORDER BY c.number) AS shares
    FROM ledger_share x JOIN partners c ON c.id = x.commitment_id WHERE x.tenant_id = e.tenant_id AND x.entry_id = e.id AND NOT x.is_mirror) s
  WHERE e.tenant_id = $1 AND e.vehicle_id = v.id AND e.booked <= v.until
    AND (e.type LIKE 'CALL-%' OR e.type LIKE 'EXCESS-%' OR e.type LIKE 'DIST-%' OR e.type IN ('CARRY-PAID', 'CLAWBACK', 'TRANSFER')
      OR e.type = 'CARRY-EARNED' AND ${isOfActSql}))`;
export const figuresSql = `(SELECT json_agg(json_build_object('commitmentId', f.subject_id, 'navBeforeCarry', f.nav_before_carry::text, 'carryPaid', f.carry_paid::text,
    'isReported', f.recallable IS NULL))
  FROM period_figure f WHERE f.tenant_id = $1 AND f.vehicle_id = v.id AND f.subject = 'COMMITMENT' AND f.period_end = v.period_end)`;
/** The terms in force on a day, with the alias `t`. */
export const termsSql = (day: string): string =>
  `CROSS JOIN LATERAL (SELECT ${termsVersionOnSql('v.tenant_id', 'v.id', day)} AS terms) t`;
/** True if the terms `t` count write-downs. Those that return all capital of the whole fund first don't. */
const countsWriteDownsSql = `(t.terms #>> '{entered,basis}' <> 'WHOLE_FUND' OR t.terms #>> '{entered,returnFirst}' <> 'ALL_CAPITAL')`;
/** The values over time of the holding `f`, if they are needed. */
const valuesSql = (isNeeded: string) => `CASE WHEN ${isNeeded} THEN
  (SELECT json_agg(json_build_array(o.period_end, o.invested::text, o.cost::text, o.fair_value::text) ORDER BY o.period_end) FROM period_figure o
    WHERE o.tenant_id = f.tenant_id AND o.subject = 'HOLDING' AND o.subject_id = f.subject_id AND o.period_end <= f.period_end
      AND o.invested IS NOT NULL AND o.cost IS NOT NULL AND o.fair_value IS NOT NULL) END`;
const salesSql = (isNeeded: string) => `CASE WHEN ${isNeeded} THEN
  (SELECT json_agg(json_build_array(s.effective_date, s.cost_relieved::text) ORDER BY s.effective_date, s.id) FROM ledger_entry s
    WHERE s.tenant_id = f.tenant_id AND s.vehicle_id = v.id AND s.holding_id = f.subject_id AND s.type = 'SELL' AND s.booked <= v.until
      AND s.cost_relieved IS NOT NULL) END`;
const holdingsWithValuesSql = (
  isNeeded: string,
) => `(SELECT json_agg(json_build_object('id', f.subject_id, 'investmentId', h.investment_id, 'name', i.name, 'invested', f.invested::text,
    'proceeds', f.proceeds::text, 'income', f.income::text, 'fairValue', f.fair_value::text, 'values', ${valuesSql(isNeeded)},
    'sales', ${salesSql(isNeeded)}) ORDER BY i.name, f.subject_id)
  FROM period_figure f
  JOIN (SELECT x.tenant_id, x.id, x.investment_id FROM fund_investment x UNION ALL SELECT x.tenant_id, x.id, x.investment_id FROM coinvestment_investment x) h
    ON h.tenant_id = f.tenant_id AND h.id = f.subject_id
  JOIN container i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id
  WHERE f.tenant_id = $1 AND f.vehicle_id = v.id AND f.subject = 'HOLDING' AND f.period_end = v.period_end)`;
/** The holdings, with values and sales if the terms `t` count write-downs. */
export const holdingsSql = holdingsWithValuesSql(countsWriteDownsSql);

/**
 * Returns what hypothetical liquidations of vehicles at a quarter end need, in one query: terms, partners, cash and
 * values. The terms are those in force on `termsDay`. `readsValues` reads the holdings' values over time for any terms.
 */
export async function liquidationBooks(
  tx: Transaction,
  vehicleIds: readonly string[],
  {
    end,
    termsDay = end,
    readsValues = false,
    existing,
  }: {
    readonly end: string;
    readonly termsDay?: string | undefined;
    readonly readsValues?: boolean | undefined;
    readonly existing?: StoredInputs | undefined;
  },
): Promise<readonly LiquidationBook[]> {
  const tables = existing === undefined ? 'WITH ' : `${existingTables('$5', '$6')}, `;
  const rows = await tx.query<Row>(
    `${tables}${numberedSql}
     SELECT v.id AS "vehicleId", v.until, t.terms,
       coalesce(${partnersSql}, '[]') AS partners, coalesce(${eventsSql}, '[]') AS events, coalesce(${entriesSql}, '[]') AS entries,
       coalesce(${figuresSql}, '[]') AS figures, coalesce(${readsValues ? holdingsWithValuesSql('true') : holdingsSql}, '[]') AS holdings FROM requested v ${termsSql('$4::date')}`,
    [tx.tenantId, vehicleIds, end, termsDay, ...(existing ? [existing.seq, existing.figures] : [])],
  );
  return rows.map(bookOf);
}

/** Returns the same for one vehicle, as known at the entry `seq` of the audit log if there is one. */
export async function liquidationBookOn(
  tx: Transaction,
  vehicleId: string,
  end: string,
  {
    seq,
    termsDay,
    readsValues,
  }: {
    readonly seq?: number | undefined;
    readonly termsDay?: string | undefined;
    readonly readsValues?: boolean | undefined;
  } = {},
): Promise<LiquidationBook> {
  const read = { subjects: ['VEHICLE', 'HOLDING', 'COMMITMENT'], before: 'ALL' } as const;
  const existing =
    seq === undefined
      ? undefined
      : { seq, figures: await loadFiguresAsOf(tx, seq, read, { endDate: end, fundId: vehicleId }) };
  const [book] = await liquidationBooks(tx, [vehicleId], { end, termsDay, readsValues, existing });
  return required(book, 'the book of a vehicle');
}

function bookOf({ vehicleId, until, terms, partners, events, entries, figures, holdings }: Row): LiquidationBook {
  const ids = partners.map(({ id }) => id);
  return {
    vehicleId,
    until: calendarDate(until),
    terms: terms && { ...terms, effectiveDate: calendarDate(terms.effectiveDate) },
    partners,
    events: parseEvents(events),
    entries: entries.map(({ shares, ...entry }) => ({
      ...entry,
      effective: calendarDate(entry.effective),
      booked: calendarDate(entry.booked),
      dueDate: entry.dueDate === null ? null : calendarDate(entry.dueDate),
      shares: sharesOf(shares, ids),
    })),
    ...readFigures({ figures, holdings }),
  };
}

/** Reads the figures of commitments and holdings. */
export const readFigures = ({
  figures,
  holdings,
}: Pick<Row, 'figures' | 'holdings'>): Pick<LiquidationBook, 'figures' | 'holdings'> => ({
  figures: figures.map((figure) => ({
    ...figure,
    navBeforeCarry: numberOrNull(figure.navBeforeCarry),
    carryPaid: numberOrNull(figure.carryPaid),
  })),
  holdings: holdings.map((holding) => ({
    ...holding,
    invested: numberOrNull(holding.invested),
    proceeds: numberOrNull(holding.proceeds),
    income: numberOrNull(holding.income),
    fairValue: numberOrNull(holding.fairValue),
    values: (holding.values ?? []).map(([date, invested, cost, fairValue]) => ({
      date: calendarDate(date),
      invested: decimal(invested),
      cost: decimal(cost),
      fairValue: decimal(fairValue),
    })),
    sales: (holding.sales ?? []).map(([date, cost]) => ({ date: calendarDate(date), cost: decimal(cost) })),
  })),
});

const nothing = decimal('0');

function sharesOf(text: string | null, ids: readonly string[]) {
  const parts = text === null ? [] : text.split(' ');
  return Array.from({ length: parts.length / 2 }, (_, i) => ({
    commitmentId: ids[Number(parts[2 * i])] ?? '',
    amount: decimal(parts[2 * i + 1] ?? '0'),
    cost: nothing,
    unfunded: nothing,
    isMirror: false,
  }));
}

const numberOrNull = (text: string | null) => (text === null ? null : decimal(text));
