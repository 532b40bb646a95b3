import { calendarDate, type CalendarDate } from '@carrara/domain/kernel';
import { quartersLater } from '@carrara/domain/performance/ledger';
import {
  type ComputeOptions,
  computeVehicle,
  ledgerOn,
  includeAllPartners,
  PERIOD_ENGINE_VERSION,
  type PeriodFigures,
  listQuarters,
  type Subject,
  type VehicleLedger,
} from '@carrara/domain/performance/period';
import { horizonStart, horizons } from '@carrara/domain/performance/return';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { figureRows } from '../ledger/storeFigures.ts';
import { type StoredLedger, loadLedger, type Vehicle } from '../ledger/loadLedger.ts';
import { existingTables } from './tablesAsOf.ts';

/** Period figures that a report reads. */
export interface FiguresRead {
  readonly subjects: readonly Subject[];
  /**
   * Number of earlier quarter ends to include. ALL includes every quarter, HORIZONS those where returns over time
   * begin. The last figures before the reporting date are always included.
   */
  readonly before: number | 'ALL' | 'HORIZONS';
}

/** A vehicle as of an audit entry, with the policy of that time. */
interface ExistingVehicle extends Vehicle {
  /** Last quarter with postings at that time. */
  readonly last: string;
}
/** The figures of a vehicle at a quarter end, as known at an audit entry. */
interface ExistingQuarter {
  /** Settings and rules that the figures were computed with. */
  readonly by: Pick<VehicleLedger, 'policy' | 'transfers' | 'navBasis'> & { readonly rules: string };
  readonly period: PeriodFigures;
}

/**
 * SQL for the firm's settings at that time: as the change before it left them, otherwise as the first change after it
 * found them.
 */
const settingsThen = `coalesce(
  (SELECT a.after FROM activity a WHERE a.tenant_id = $1 AND a.operation = 'saveTenantSettings' AND a.seq <= $2 ORDER BY a.seq DESC LIMIT 1),
  (SELECT a.before FROM activity a WHERE a.tenant_id = $1 AND a.operation = 'saveTenantSettings' AND a.seq > $2 ORDER BY a.seq LIMIT 1),
  (SELECT t.settings FROM tenant t WHERE t.id = $1))`;

const transfersThenSql = `CASE WHEN ${settingsThen} ->> 'transfersAtPrice' = 'True' THEN 'PRICE' ELSE 'HISTORY' END`;
const policyThenSql = `CASE WHEN ${settingsThen} ->> 'nettedMultiples' = 'True' THEN 'NETTED' ELSE 'ILPA' END`;

const vehiclesThen = `${existingTables('$2', `'[]'`)}
  SELECT c.id, c.kind, c.name, r.id AS "currencyId", r.code AS currency, coalesce(f.nav_basis, k.nav_basis) AS "navBasis",
    coalesce(f.fiscal_year_end, k.fiscal_year_end) AS "fiscalYearEnd", b.last, ${policyThenSql} AS policy, ${transfersThenSql} AS transfers
  FROM container c LEFT JOIN fund f ON f.tenant_id = c.tenant_id AND f.id = c.id
  LEFT JOIN coinvestment k ON k.tenant_id = c.tenant_id AND k.id = c.id
  JOIN reference_entry r ON r.tenant_id = c.tenant_id AND r.id = coalesce(f.currency_id, k.currency_id)
  JOIN (SELECT x.vehicle_id, max(x.booked) AS last FROM (
      SELECT e.vehicle_id, e.booked FROM ledger_entry e
      UNION ALL SELECT v.vehicle_id, v.booked FROM valuation v
      UNION ALL SELECT g.vehicle_id, g.booked FROM reported_figure g
      UNION ALL SELECT m.vehicle_id, e.booked FROM commitment_event e JOIN commitment m ON m.tenant_id = e.tenant_id AND m.id = e.commitment_id) x
    GROUP BY x.vehicle_id) b ON b.vehicle_id = c.id
  WHERE c.tenant_id = $1 AND c.is_vehicle AND ($3::uuid IS NULL OR c.id = $3) ORDER BY c.id`;

/**
 * Computes the quarters. A locked quarter uses the rules it was locked with, so that its published figures stay the
 * same. An open one uses today's rules, since nothing was settled under others.
 */
function quartersThen(
  ledger: VehicleLedger,
  { from, until, ...how }: ComputeOptions & { readonly from: CalendarDate | null; readonly until: CalendarDate },
): readonly ExistingQuarter[] {
  const computed = new Map<string, readonly PeriodFigures[]>();
  return listQuarters(ledger, how.through).flatMap((end): readonly ExistingQuarter[] => {
    if (end > until || (from !== null && end < from) || how.only?.has(end) === false) return [];
    const as = ledgerOn(ledger, end);
    const key = JSON.stringify(ledger.lockedBy?.get(end) ?? null);
    const all = computed.get(key) ?? computeVehicle(as, from, how);
    computed.set(key, all);
    const { policy, transfers, navBasis } = as;
    const by = { policy, transfers, navBasis, rules: ledger.lockedBy?.get(end)?.rules ?? PERIOD_ENGINE_VERSION };
    return all.flatMap((period) => (period.end === end ? [{ by, period }] : []));
  });
}

/** Returns a vehicle as of an audit entry. Undefined if nothing had been posted in it yet. */
export async function readVehicleAsOf(tx: Transaction, id: string, seq: number): Promise<Vehicle | undefined> {
  const [found] = await tx.query<ExistingVehicle>(vehiclesThen, [tx.tenantId, seq, id]);
  return found;
}

/**
 * Returns the figures of a vehicle at a quarter end as known at an audit entry. Undefined if nothing had been posted by
 * then.
 */
export async function existingQuarter(
  tx: Transaction,
  vehicleId: string,
  end: CalendarDate,
  seq: number,
): Promise<(ExistingQuarter & { readonly ledger: StoredLedger }) | undefined> {
  const vehicle = await readVehicleAsOf(tx, vehicleId, seq);
  if (vehicle === undefined) return undefined;
  const ledger = await loadLedger(tx, vehicle, seq + 1);
  const [found] = quartersThen(ledger, { from: end, until: end, through: end });
  return found && { ...found, ledger };
}

/**
 * Returns the period figures as known at an audit entry, computed from everything entered until then: rows of
 * `period_figure` as JSON. The reporting date is the requested one, otherwise the last of any vehicle. `fundId` limits
 * the result to one vehicle. Rates and multiples of vehicles cover all partners if `basis` is `all`.
 */
export async function loadFiguresAsOf(
  tx: Transaction,
  seq: number,
  { subjects, before }: FiguresRead,
  { endDate, fundId, basis }: Readonly<Record<string, unknown>>,
): Promise<string> {
  const vehicles = await tx.query<ExistingVehicle>(vehiclesThen, [tx.tenantId, seq, null]);
  const lasts = vehicles.map(({ last }) => calendarDate(last));
  const end = typeof endDate === 'string' ? calendarDate(endDate) : lasts.reduce((a, b) => (b > a ? b : a), first);
  const rows: object[] = [];
  for (const vehicle of vehicles) {
    // Without a date, it is the last date of any vehicle, so one other vehicle with that date is enough to find it.
    const isRequested =
      typeof fundId !== 'string' || fundId === vehicle.id || (endDate == null && vehicle.last === end);
    if (!isRequested) continue;
    const stored = await loadLedger(tx, vehicle, seq + 1);
    const ledger = basis === 'all' ? includeAllPartners(stored) : stored;
    const last = calendarDate(vehicle.last);
    const from = typeof before === 'number' ? earlier(last, quartersLater(end, -before)) : null;
    const only =
      before === 'HORIZONS'
        ? horizonDays(
            listQuarters(ledger).findLast((day) => day <= end),
            end,
          )
        : undefined;
    for (const { by, period } of quartersThen(ledger, { from, until: end, only })) {
      const selected = period.subjects.filter(({ subject }) => subjects.includes(subject));
      rows.push(
        ...figureRows(
          { currencyId: vehicle.currencyId, ...by },
          selected.map(({ subject, id, ...figures }) => ({
            end: period.end,
            subject,
            id,
            vehicleId: vehicle.id,
            figures,
          })),
        ),
      );
    }
  }
  return JSON.stringify(rows.map((row) => ({ tenant_id: tx.tenantId, ...row })));
}

/** Returns the quarter ends at which returns over time begin and end, for a date or for the last figures before it. */
const horizonDays = (last: CalendarDate | undefined, end: CalendarDate): ReadonlySet<CalendarDate> =>
  new Set(
    [last ?? end, end].flatMap((day) => [day, ...horizons.flatMap((horizon) => horizonStart(horizon, day) ?? [])]),
  );

const first = calendarDate('0001-12-31');
const earlier = (start: CalendarDate, other: CalendarDate) => (start < other ? start : other);
