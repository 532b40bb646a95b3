import { calendarDate, type CalendarDate } from '@carrara/domain/kernel';
import { quartersLater } from '@carrara/domain/performance/ledger';
import { computeVehicle, type PeriodFigures, type Subject } from '@carrara/domain/performance/period';
import type { MultiplePolicy } from '@carrara/domain/performance/return';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { figureRows, loadLedger, type Vehicle } from '../ledger/index.ts';
import { knownTables } from './knownTables.ts';

/** Which period figures a report reads. */
export interface FiguresRead {
  readonly subjects: readonly Subject[];
  /** Of how many quarter ends before the reporting date too; ALL: of every quarter. The last figures before those are always there. */
  readonly before: number | 'ALL';
}

interface KnownVehicle extends Vehicle {
  /** The last quarter in which anything was booked then. */
  readonly last: string;
  /** What the multiples of a locked quarter were computed by, where that is not the setting of then. */
  readonly policies: Readonly<Record<string, MultiplePolicy>>;
}

/** What the setting of the firm was: as the change before says, else as the first change after it found it. */
const settingsThen = `coalesce(
  (SELECT a.after FROM activity a WHERE a.tenant_id = $1 AND a.operation = 'saveTenantSettings' AND a.seq <= $2 ORDER BY a.seq DESC LIMIT 1),
  (SELECT a.before FROM activity a WHERE a.tenant_id = $1 AND a.operation = 'saveTenantSettings' AND a.seq > $2 ORDER BY a.seq LIMIT 1),
  (SELECT t.settings FROM tenant t WHERE t.id = $1))`;

const vehiclesThen = `${knownTables('$2', `'[]'`)}
  SELECT c.id, c.kind, c.name, r.id AS "currencyId", r.code AS currency, coalesce(f.nav_basis, k.nav_basis) AS "navBasis",
    coalesce(f.fiscal_year_end, k.fiscal_year_end) AS "fiscalYearEnd", b.last, p.policy,
    (SELECT coalesce(jsonb_object_agg(q.period_end, n.policy), '{}') FROM period q
     JOIN LATERAL (SELECT v.figures -> 0 ->> 'policy' AS policy FROM period_version v WHERE v.tenant_id = q.tenant_id AND v.period_id = q.id
       ORDER BY v.version DESC LIMIT 1) n ON n.policy <> p.policy
     WHERE q.vehicle_id = c.id AND q.status = 'LOCKED') AS policies
  FROM container c LEFT JOIN fund f ON f.tenant_id = c.tenant_id AND f.id = c.id
  LEFT JOIN coinvestment k ON k.tenant_id = c.tenant_id AND k.id = c.id
  JOIN reference_entry r ON r.tenant_id = c.tenant_id AND r.id = coalesce(f.currency_id, k.currency_id)
  CROSS JOIN (SELECT CASE WHEN ${settingsThen} ->> 'nettedMultiples' = 'True' THEN 'NETTED' ELSE 'ILPA' END AS policy) p
  JOIN (SELECT x.vehicle_id, max(x.booked) AS last FROM (
      SELECT e.vehicle_id, e.booked FROM ledger_entry e
      UNION ALL SELECT v.vehicle_id, v.booked FROM valuation v
      UNION ALL SELECT g.vehicle_id, g.booked FROM reported_figure g
      UNION ALL SELECT m.vehicle_id, e.booked FROM commitment_event e JOIN commitment m ON m.tenant_id = e.tenant_id AND m.id = e.commitment_id) x
    GROUP BY x.vehicle_id) b ON b.vehicle_id = c.id
  WHERE c.tenant_id = $1 AND c.is_vehicle ORDER BY c.id`;

/**
 * The period figures as they were known on an act of the audit trail, computed from what was entered until then: rows of `period_figure`, as JSON.
 * The reporting date is the one that is asked for, else the last of any vehicle; `fundId` names the only vehicle that is asked for.
 */
export async function knownFigures(
  tx: Transaction,
  seq: number,
  { subjects, before }: FiguresRead,
  { endDate, fundId }: Readonly<Record<string, unknown>>,
): Promise<string> {
  const vehicles = await tx.query<KnownVehicle>(vehiclesThen, [tx.tenantId, seq]);
  const lasts = vehicles.map(({ last }) => calendarDate(last));
  const end = typeof endDate === 'string' ? calendarDate(endDate) : lasts.reduce((a, b) => (b > a ? b : a), first);
  const rows: object[] = [];
  for (const vehicle of vehicles) {
    // Without a date it is the last of any vehicle: one other is enough to say which that is.
    const isAsked = typeof fundId !== 'string' || fundId === vehicle.id || (endDate == null && vehicle.last === end);
    if (!isAsked) continue;
    const ledger = await loadLedger(tx, vehicle, seq + 1);
    const last = calendarDate(vehicle.last);
    const from = before === 'ALL' ? null : earlier(last, quartersLater(end, -before));
    const computed = (policy: MultiplePolicy) => computeVehicle({ ...ledger, policy }, from);
    const kept = new Map<MultiplePolicy, readonly PeriodFigures[]>([[vehicle.policy, computed(vehicle.policy)]]);
    for (const { end: quarter } of kept.get(vehicle.policy)!) {
      if (quarter > end) continue;
      const policy = vehicle.policies[quarter] ?? vehicle.policy;
      if (!kept.has(policy)) kept.set(policy, computed(policy));
      const found = kept.get(policy)!.find((one) => one.end === quarter)!;
      const shown = found.subjects.filter(({ subject }) => subjects.includes(subject));
      rows.push(
        ...figureRows(
          { currencyId: vehicle.currencyId, policy },
          shown.map(({ subject, id, ...figures }) => ({ end: quarter, subject, id, vehicleId: vehicle.id, figures })),
        ),
      );
    }
  }
  return JSON.stringify(rows.map((row) => ({ tenant_id: tx.tenantId, ...row })));
}

const first = calendarDate('0001-12-31');
const earlier = (one: CalendarDate, other: CalendarDate) => (one < other ? one : other);
