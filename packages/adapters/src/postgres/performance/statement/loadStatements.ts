import type { SecurityKind } from '@carrara/domain/performance/capitalAccount';
import { type CalendarDate, calendarDate, decimal } from '@carrara/domain/kernel';
import { type EntryType, quartersLater } from '@carrara/domain/performance/ledger';
import {
  type FindReported,
  reportedOn,
  type ReportedOn,
  type StatementLedger,
} from '@carrara/domain/performance/statement';
import { navBasisAt } from '../ledger/navBasis.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { eventJson, type EventRow, parseEvents } from '../ledger/eventRows.ts';
import { hasOnlyCashSql } from '../transfer/cashAlone.ts';
import { loadFiguresAsOf } from '../asOf/figuresAsOf.ts';
import { existingTables } from '../asOf/tablesAsOf.ts';

/** A vehicle as its statements name it. */
interface StatedVehicle {
  readonly id: string;
  readonly kind: 'fund' | 'coinvestment';
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  /** MM-dd. */
  readonly fiscalYearEnd: string;
  readonly navBasis: 'LEDGER' | 'REPORTED';
}
interface StatedCommitment {
  readonly id: string;
  readonly investorId: string;
  readonly investorCode: string;
  readonly investorName: string;
  readonly isGp: boolean;
}
/** A holding below an investment. */
interface StatedHolding {
  readonly id: string;
  readonly kind: SecurityKind;
  readonly name: string;
  readonly type: string | null;
  readonly holdingId: string;
  readonly investmentId: string;
  readonly investmentName: string;
}
export interface VehicleStatements extends StatementLedger {
  readonly vehicle: StatedVehicle;
  readonly commitments: readonly StatedCommitment[];
  readonly securities: readonly StatedHolding[];
  /** Holdings of the vehicle, for income without a security. */
  readonly holdings: readonly Omit<StatedHolding, 'kind' | 'type'>[];
  /** Last quarter with postings, even after the end. Null if there are none. */
  readonly lastQuarter: CalendarDate | null;
  /** Reported figures of a vehicle with reported net asset values. */
  readonly reportedOf: FindReported;
}

export interface StatementsQuery {
  /** One vehicle, or all to which an investor has committed. */
  readonly vehicleId?: string;
  readonly investorId?: string;
  /** Includes everything posted up to this quarter end. */
  readonly end: CalendarDate;
  /** Audit entry that limits the state of knowledge. Undefined for current data. */
  readonly asKnownOn?: number | undefined;
}

interface Row extends StatedVehicle {
  readonly lastQuarter: string | null;
  readonly commitments: readonly StatedCommitment[];
  readonly events: readonly EventRow[];
  readonly shares: {
    readonly commitmentId: string;
    readonly type: EntryType;
    readonly isMirror: boolean;
    readonly booked: string;
    readonly amount: string;
    readonly cost: string;
    readonly unfunded: string;
  }[];
  readonly securities: readonly StatedHolding[];
  readonly holdings: VehicleStatements['holdings'];
  readonly trades: readonly {
    readonly id: string;
    readonly type: EntryType;
    readonly amount: string;
    readonly effective: string;
    readonly booked: string;
    readonly holdingId: string | null;
    readonly securityId: string | null;
    readonly costRelieved: string | null;
    readonly reversalOf: string | null;
  }[];
  readonly valuations: readonly {
    securityId: string;
    date: string;
    booked: string;
    fairValue: string | null;
    seq: number;
  }[];
}

/**
 * `$2` is the vehicle or null, `$3` the investor or null. `$4` is the quarter end, `$5` a year before it, and `$6` the
 * last audit entry to include.
 */
const storedBefore = (alias: string) => `${alias}.tenant_id = v.tenant_id AND ${alias}.seq <= $6`;
const listed = (fields: string, from: string, order = '') =>
  `(SELECT coalesce(jsonb_agg(jsonb_build_object(${fields})${order && ` ORDER BY ${order}`}), '[]') FROM ${from})`;

const statement = `
  SELECT v.id, v.kind, v.code, v.name, r.code AS currency, coalesce(f.fiscal_year_end, k.fiscal_year_end) AS "fiscalYearEnd",
    ${navBasisAt('$4::date')} AS "navBasis",
    greatest((SELECT max(e.booked) FROM ledger_entry e WHERE ${storedBefore('e')} AND e.vehicle_id = v.id),
      (SELECT max(x.booked) FROM valuation x WHERE ${storedBefore('x')} AND x.vehicle_id = v.id),
      (SELECT max(x.booked) FROM reported_figure x WHERE ${storedBefore('x')} AND x.vehicle_id = v.id),
      (SELECT max(e.booked) FROM commitment_event e JOIN commitment c ON c.tenant_id = e.tenant_id AND c.id = e.commitment_id
        WHERE ${storedBefore('e')} AND c.vehicle_id = v.id)) AS "lastQuarter",
    ${listed(
      `'id', c.id, 'investorId', i.id, 'investorCode', i.code, 'investorName', i.name, 'isGp', t.code = 'GP'`,
      `commitment c JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
       JOIN investor n ON n.tenant_id = c.tenant_id AND n.id = c.investor_id
       JOIN reference_entry t ON t.tenant_id = n.tenant_id AND t.id = n.type_id WHERE ${storedBefore('c')} AND c.vehicle_id = v.id`,
      `i.code COLLATE "C", c.id`,
    )} AS commitments,
    (SELECT coalesce(jsonb_agg(${eventJson} ORDER BY e.event_date, e.seq, e.id), '[]')
      FROM commitment_event e JOIN commitment c ON c.tenant_id = e.tenant_id AND c.id = e.commitment_id
      WHERE ${storedBefore('e')} AND c.vehicle_id = v.id AND e.booked <= $4) AS events,
    ${listed(
      `'commitmentId', s.commitment_id, 'type', s.type, 'isMirror', s.is_mirror, 'booked', s.booked, 'amount', s.amount::text,
       'cost', s.cost::text, 'unfunded', s.unfunded::text`,
      `(SELECT s.commitment_id, e.type, s.is_mirror, greatest(e.booked, $5::date) AS booked, sum(s.amount) AS amount, sum(s.cost) AS cost,
          sum(s.unfunded) AS unfunded
        FROM ledger_entry e JOIN ledger_share s ON s.tenant_id = e.tenant_id AND s.entry_id = e.id
        WHERE ${storedBefore('e')} AND e.vehicle_id = v.id AND e.booked <= $4 GROUP BY 1, 2, 3, 4) s`,
    )} AS shares,
    ${listed(
      `'id', s.id, 'kind', s.class, 'name', s.name, 'type', t.description, 'holdingId', s.holding_id, 'investmentId', h.investment_id,
       'investmentName', h.name`,
      `security s JOIN vehicle_holding h ON h.id = s.holding_id LEFT JOIN reference_entry t ON t.tenant_id = s.tenant_id AND t.id = s.type_id
       WHERE ${storedBefore('s')} AND s.vehicle_id = v.id`,
      'lower(h.name), lower(s.name), s.id',
    )} AS securities,
    ${listed(
      `'id', h.id, 'name', h.name, 'holdingId', h.id, 'investmentId', h.investment_id, 'investmentName', h.name`,
      `vehicle_holding h WHERE h.vehicle_id = v.id`,
      'lower(h.name), h.id',
    )} AS holdings,
    ${listed(
      `'id', e.id, 'type', e.type, 'amount', e.amount::text, 'effective', e.effective_date, 'booked', e.booked, 'holdingId', e.holding_id,
       'securityId', e.security_id, 'costRelieved', e.cost_relieved::text, 'reversalOf', e.reverses_id`,
      `ledger_entry e WHERE ${storedBefore('e')} AND e.vehicle_id = v.id AND e.booked <= $4 AND e.holding_id IS NOT NULL
         AND (e.type IN ('BUY', 'SELL') OR e.type LIKE 'INC-%')`,
      'e.effective_date, e.id',
    )} AS trades,
    ${listed(
      `'securityId', x.security_id, 'date', x.valuation_date, 'booked', x.booked, 'fairValue', x.fair_value::text, 'seq', x.n`,
      `(SELECT x.*, row_number() OVER (ORDER BY x.seq, x.position, x.id) AS n FROM valuation x
        WHERE ${storedBefore('x')} AND x.vehicle_id = v.id AND x.booked <= $4) x`,
    )} AS valuations
  FROM container v
  LEFT JOIN fund f ON f.tenant_id = v.tenant_id AND f.id = v.id
  LEFT JOIN coinvestment k ON k.tenant_id = v.tenant_id AND k.id = v.id
  JOIN reference_entry r ON r.tenant_id = v.tenant_id AND r.id = coalesce(f.currency_id, k.currency_id)
  WHERE v.tenant_id = $1 AND v.is_vehicle AND ($2::uuid IS NULL OR v.id = $2)
    AND ($3::uuid IS NULL OR EXISTS (SELECT FROM commitment c WHERE ${storedBefore('c')} AND c.vehicle_id = v.id AND c.investor_id = $3))
  ORDER BY lower(v.name), v.id`;

/** SQL for the holdings of vehicles. */
const holdingsSql = `vehicle_holding AS (
  SELECT x.id, x.investment_id, x.fund_id AS vehicle_id, c.name FROM fund_investment x
  JOIN container c ON c.tenant_id = x.tenant_id AND c.id = x.investment_id WHERE x.tenant_id = $1 AND ($2::uuid IS NULL OR x.fund_id = $2)
  UNION ALL
  SELECT x.id, x.investment_id, x.coinvestment_id, c.name FROM coinvestment_investment x
  JOIN container c ON c.tenant_id = x.tenant_id AND c.id = x.investment_id WHERE x.tenant_id = $1 AND ($2::uuid IS NULL OR x.coinvestment_id = $2))`;

/**
 * Loads the input of vehicle statements, posted up to a quarter end and as known at an audit entry, in one statement.
 * Shares are added up by commitment, type and quarter; everything older than a year is a single sum.
 */
export async function loadStatements(tx: Transaction, query: StatementsQuery): Promise<readonly VehicleStatements[]> {
  const { vehicleId = null, investorId = null, end, asKnownOn = Number.MAX_SAFE_INTEGER } = query;
  const isNow = query.asKnownOn === undefined;
  const rows = await tx.prepared<Row>(
    `${isNow ? 'WITH ' : `${existingTables('$6', `'[]'`)}, `}${holdingsSql} ${statement}`,
    [tx.tenantId, vehicleId, investorId, end, quartersLater(end, -4), asKnownOn],
  );
  const reported = rows.some(({ navBasis }) => navBasis === 'REPORTED') ? await reportedFigures(tx, query) : undefined;
  return rows.map(
    ({ commitments, events, shares, securities, holdings, trades, valuations, lastQuarter, ...vehicle }) => ({
      vehicle,
      commitments,
      securities,
      holdings,
      lastQuarter: lastQuarter === null ? null : calendarDate(lastQuarter),
      reportedOf: (id, day) =>
        events.every(({ booked }) => booked > day) ? undefined : reportedOn(reported?.get(id ?? vehicle.id) ?? [], day),
      events: parseEvents(events),
      shares: shares.map((share) => ({
        ...share,
        booked: calendarDate(share.booked),
        amount: decimal(share.amount),
        cost: decimal(share.cost),
        unfunded: decimal(share.unfunded),
      })),
      trades: trades.map((trade) => ({
        ...trade,
        effective: calendarDate(trade.effective),
        booked: calendarDate(trade.booked),
        amount: decimal(trade.amount),
        costRelieved: trade.costRelieved === null ? null : decimal(trade.costRelieved),
      })),
      valuations: valuations.map((valuation) => ({
        ...valuation,
        date: calendarDate(valuation.date),
        booked: calendarDate(valuation.booked),
        fairValue: valuation.fairValue === null ? null : decimal(valuation.fairValue),
      })),
    }),
  );
}

/**
 * Returns the period figures of vehicles and commitments at the last five quarter ends, and at the latest one, by id
 * and in order.
 */
async function reportedFigures(
  tx: Transaction,
  { vehicleId, end, asKnownOn }: StatementsQuery,
): Promise<ReadonlyMap<string, readonly ReportedOn[]>> {
  const read = { subjects: ['VEHICLE', 'COMMITMENT'], before: 4 } as const;
  const storedFigures =
    asKnownOn === undefined
      ? []
      : [asKnownOn, await loadFiguresAsOf(tx, asKnownOn, read, { endDate: end, fundId: vehicleId })];
  const rows = await tx.query<ReportedRow & { readonly id: string }>(
    `${storedFigures.length > 0 ? existingTables('$5', '$6') : ''}SELECT f.subject_id AS id, f.period_end AS day, f.nav, f.commitment, f.contributions,
       f.distributions, f.unfunded, f.recallable IS NULL AS "isReported", ${hasOnlyCashSql('f')} AS "isCashAlone"
     FROM period_figure f WHERE f.tenant_id = $1 AND ($2::uuid IS NULL OR f.vehicle_id = $2) AND f.subject IN ('VEHICLE', 'COMMITMENT')
       AND f.period_end <= $4::date AND (f.period_end >= $3::date OR NOT EXISTS (SELECT FROM period_figure l
         WHERE l.tenant_id = f.tenant_id AND l.subject = f.subject AND l.subject_id = f.subject_id AND l.period_end > f.period_end AND l.period_end <= $4::date))
     ORDER BY f.period_end`,
    [tx.tenantId, vehicleId ?? null, quartersLater(end, -4), end, ...storedFigures],
  );
  const byId = new Map<string, ReportedOn[]>();
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), reportedAt(row)]);
  return byId;
}

/** Figures of a quarter end that statements begin and end with. */
export interface ReportedRow {
  readonly day: string;
  readonly nav: string | null;
  readonly commitment: string | null;
  readonly contributions: string | null;
  readonly distributions: string | null;
  readonly unfunded: string | null;
  /** True if the vehicle's ledger has no cash and its figures were reported, so that recallable amounts are unknown. */
  readonly isReported: boolean;
  /** True if the cash came with a data transfer, so that nothing is known of the vehicle's operations. */
  readonly isCashAlone: boolean;
}

export function reportedAt({ day, nav, isReported, isCashAlone, ...sums }: ReportedRow): ReportedOn {
  const read = (amount: string | null) => (amount === null ? null : decimal(amount));
  const { commitment, contributions, distributions, unfunded } = sums;
  const reported = {
    commitment: read(commitment),
    contributions: read(contributions),
    distributions: read(distributions),
    unfunded: read(unfunded),
  };
  return { day: calendarDate(day), nav: read(nav), reported: isReported ? reported : null, isCashAlone };
}
