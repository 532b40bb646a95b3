import { calendarDate, type CalendarDate } from '@carrara/domain/kernel';
import { quartersLater, type TransferPolicy } from '@carrara/domain/performance/ledger';
import {
  type ComputedHow,
  computeVehicle,
  ledgerOn,
  ofAllPartners,
  PERIOD_ENGINE_VERSION,
  type PeriodFigures,
  quartersOf,
  type Subject,
  type VehicleLedger,
} from '@carrara/domain/performance/period';
import { horizonStart, horizons, type MultiplePolicy } from '@carrara/domain/performance/return';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { figureRows, type LoadedLedger, loadLedger, type Vehicle } from '../ledger/index.ts';
import { knownTables } from './knownTables.ts';

/** Which period figures a report reads. */
export interface FiguresRead {
  readonly subjects: readonly Subject[];
  /**
   * Of how many quarter ends before the reporting date too; ALL: of every quarter; HORIZONS: of those that returns over time begin with. The last figures
   * before the reporting date are always there.
   */
  readonly before: number | 'ALL' | 'HORIZONS';
}

/** A vehicle as it was on an act; its policy is the setting of then. */
interface KnownVehicle extends Vehicle {
  /** The last quarter in which anything was booked then. */
  readonly last: string;
}
/** The figures of a quarter end of a vehicle as they were known on an act. */
interface KnownQuarter {
  /** What the figures were made by. */
  readonly by: { readonly policy: MultiplePolicy; readonly transfers: TransferPolicy; readonly rules: string };
  readonly period: PeriodFigures;
}

/** What the setting of the firm was: as the change before says, else as the first change after it found it. */
const settingsThen = `coalesce(
  (SELECT a.after FROM activity a WHERE a.tenant_id = $1 AND a.operation = 'saveTenantSettings' AND a.seq <= $2 ORDER BY a.seq DESC LIMIT 1),
  (SELECT a.before FROM activity a WHERE a.tenant_id = $1 AND a.operation = 'saveTenantSettings' AND a.seq > $2 ORDER BY a.seq LIMIT 1),
  (SELECT t.settings FROM tenant t WHERE t.id = $1))`;

const transfersThenSql = `CASE WHEN ${settingsThen} ->> 'transfersAtPrice' = 'True' THEN 'PRICE' ELSE 'HISTORY' END`;
const policyThenSql = `CASE WHEN ${settingsThen} ->> 'nettedMultiples' = 'True' THEN 'NETTED' ELSE 'ILPA' END`;

const vehiclesThen = `${knownTables('$2', `'[]'`)}
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
 * Those of a locked quarter by the rules that it was locked with, so that what was told of it stays; those of an open one by the rules of today, since
 * nothing was settled by others.
 */
function quartersThen(
  ledger: VehicleLedger,
  { from, until, ...how }: ComputedHow & { readonly from: CalendarDate | null; readonly until: CalendarDate },
): readonly KnownQuarter[] {
  const computed = new Map<string, readonly PeriodFigures[]>();
  return quartersOf(ledger, how.through).flatMap((end): readonly KnownQuarter[] => {
    if (end > until || (from !== null && end < from) || how.only?.has(end) === false) return [];
    const as = ledgerOn(ledger, end);
    const key = JSON.stringify(ledger.lockedBy?.get(end) ?? null);
    const all = computed.get(key) ?? computeVehicle(as, from, how);
    computed.set(key, all);
    const { policy, transfers } = as;
    const by = { policy, transfers, rules: ledger.lockedBy?.get(end)?.rules ?? PERIOD_ENGINE_VERSION };
    return all.flatMap((period) => (period.end === end ? [{ by, period }] : []));
  });
}

/** A vehicle as it was on an act; undefined where nothing had been booked in it. */
export async function vehicleThen(tx: Transaction, id: string, seq: number): Promise<Vehicle | undefined> {
  const [found] = await tx.query<KnownVehicle>(vehiclesThen, [tx.tenantId, seq, id]);
  return found;
}

/** The figures of a vehicle at a quarter end as they were known on an act; undefined where nothing was booked by then. */
export async function knownQuarter(
  tx: Transaction,
  vehicleId: string,
  end: CalendarDate,
  seq: number,
): Promise<(KnownQuarter & { readonly ledger: LoadedLedger }) | undefined> {
  const vehicle = await vehicleThen(tx, vehicleId, seq);
  if (vehicle === undefined) return undefined;
  const ledger = await loadLedger(tx, vehicle, seq + 1);
  const [found] = quartersThen(ledger, { from: end, until: end, through: end });
  return found && { ...found, ledger };
}

/**
 * The period figures as they were known on an act of the audit trail, computed from what was entered until then: rows of `period_figure`, as JSON.
 * The reporting date is the one that is asked for, else the last of any vehicle; `fundId` names the only vehicle that is asked for. Rates and multiples
 * of vehicles are those of all partners where `basis` is `all`.
 */
export async function knownFigures(
  tx: Transaction,
  seq: number,
  { subjects, before }: FiguresRead,
  { endDate, fundId, basis }: Readonly<Record<string, unknown>>,
): Promise<string> {
  const vehicles = await tx.query<KnownVehicle>(vehiclesThen, [tx.tenantId, seq, null]);
  const lasts = vehicles.map(({ last }) => calendarDate(last));
  const end = typeof endDate === 'string' ? calendarDate(endDate) : lasts.reduce((a, b) => (b > a ? b : a), first);
  const rows: object[] = [];
  for (const vehicle of vehicles) {
    // Without a date it is the last of any vehicle: one other is enough to say which that is.
    const isAsked = typeof fundId !== 'string' || fundId === vehicle.id || (endDate == null && vehicle.last === end);
    if (!isAsked) continue;
    const stored = await loadLedger(tx, vehicle, seq + 1);
    const ledger = basis === 'all' ? ofAllPartners(stored) : stored;
    const last = calendarDate(vehicle.last);
    const from = typeof before === 'number' ? earlier(last, quartersLater(end, -before)) : null;
    const only =
      before === 'HORIZONS'
        ? horizonDays(
            quartersOf(ledger).findLast((day) => day <= end),
            end,
          )
        : undefined;
    for (const { by, period } of quartersThen(ledger, { from, until: end, only })) {
      const shown = period.subjects.filter(({ subject }) => subjects.includes(subject));
      rows.push(
        ...figureRows(
          { currencyId: vehicle.currencyId, ...by },
          shown.map(({ subject, id, ...figures }) => ({
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

/** The quarter ends that returns over time until a day, or until the last figures before it, begin and end with. */
const horizonDays = (last: CalendarDate | undefined, end: CalendarDate): ReadonlySet<CalendarDate> =>
  new Set(
    [last ?? end, end].flatMap((day) => [day, ...horizons.flatMap((horizon) => horizonStart(horizon, day) ?? [])]),
  );

const first = calendarDate('0001-12-31');
const earlier = (one: CalendarDate, other: CalendarDate) => (one < other ? one : other);
