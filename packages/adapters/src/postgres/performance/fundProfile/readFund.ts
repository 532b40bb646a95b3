import { type CalendarDate, calendarDate, decimal, displayedDate, fromKeys, groupBy } from '@carrara/domain/kernel';
import {
  pooledAmounts,
  type PooledAmounts,
  type PooledVehicle,
  type ReturnOfQuarter,
  type StoredPeriod,
  type VintageVehicle,
} from '@carrara/domain/performance/fundProfile';
import type { MultiplePolicy } from '@carrara/domain/performance/return';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';
import { yearOfVintage } from '../../portfolio/vehicle.ts';
import { feePayingSql, figureOnBasisSql, reasonsOnBasis } from '../periodFigures/basis.ts';
import { reportedIrrSql } from '../periodFigures/figureRows.ts';
import {
  hasVehicleEndedSql,
  lastQuarterWithNav,
  quarterSql,
  quartersSql,
} from '../periodFigures/hasVehicleEndedSql.ts';

const vehicle = `LEFT JOIN fund f ON f.tenant_id = v.tenant_id AND f.id = v.id
  LEFT JOIN coinvestment c ON c.tenant_id = v.tenant_id AND c.id = v.id`;

/** Returns the quarters of a vehicle up to one of them, with their stored figures. */
export async function storedPeriods(
  tx: Transaction,
  vehicleId: string,
  endDate: string,
): Promise<(StoredPeriod & ReturnOfQuarter & { readonly reportedIrr: string | null })[]> {
  const rows = await tx.query<{
    end: string;
    nav: string | null;
    unrealized: string | null;
    policy: MultiplePolicy;
    irr: string | null;
    irrAnnualized: boolean | null;
    reportedIrr: string | null;
  }>(
    `SELECT p.period_end AS "end", p.nav, p.unrealized, p.policy, p.irr, p.irr_annualized AS "irrAnnualized", ${reportedIrrSql('p')} AS "reportedIrr" FROM period_figure p
     WHERE p.tenant_id = $1 AND p.subject = 'VEHICLE' AND p.subject_id = $2 AND p.period_end <= $3 ORDER BY p.period_end`,
    [tx.tenantId, vehicleId, endDate],
  );
  return rows.map(({ end, nav, unrealized, irr, ...row }) => ({
    ...row,
    end: calendarDate(end),
    nav: decimalOrNull(nav),
    irr: decimalOrNull(irr),
    unrealized: decimal(unrealized ?? '0'),
  }));
}

export interface LockedVersion {
  readonly id: string;
  readonly periodEnd: string;
  readonly version: number;
  readonly status: 'OPEN' | 'LOCKED';
  readonly lockedDate: string;
  readonly lockedBy: string;
}

/** Returns the locked versions of a vehicle's quarters, latest first. */
export const lockedVersions = (tx: Transaction, vehicleId: string): Promise<LockedVersion[]> =>
  tx.query<LockedVersion>(
    `SELECT v.id, p.period_end AS "periodEnd", v.version, p.status, v.created_at AS "lockedDate", ${personName('v.created_by')} AS "lockedBy"
     FROM period p JOIN period_version v ON v.tenant_id = p.tenant_id AND v.period_id = p.id
     WHERE p.tenant_id = $1 AND p.vehicle_id = $2 ORDER BY p.period_end DESC, v.version DESC`,
    [tx.tenantId, vehicleId],
  );

/** Returns the month and day of a vehicle's fiscal year end. */
export async function readFiscalYearEnd(tx: Transaction, vehicleId: string): Promise<string> {
  const [found] = await tx.query<{ end: string | null }>(
    `SELECT coalesce(f.fiscal_year_end, c.fiscal_year_end) AS "end" FROM container v ${vehicle} WHERE v.tenant_id = $1 AND v.id = $2`,
    [tx.tenantId, vehicleId],
  );
  return found?.end ?? '12-31';
}

const dateOrNull = (date: string | null) => (date === null ? null : calendarDate(date));

interface PooledRow {
  readonly id: string;
  readonly name: string;
  readonly lastQuarter: string | null;
  readonly policy: MultiplePolicy | null;
  readonly amounts: Readonly<Record<keyof PooledAmounts, string | null>>;
  readonly notDetermined: VintageVehicle['notDetermined'];
}
interface VintageRow extends PooledRow {
  readonly code: string;
  /** Last quarter end with figures. */
  readonly last: string;
  readonly isOver: boolean | null;
  /** If its NAV isn't determined, the last quarter end at which it was. */
  readonly lastWithNav: string | null;
  readonly year: number | null;
  readonly currency: string;
}

export interface RequestedVintages {
  readonly endDate: string;
  readonly carriesForward?: boolean | undefined;
  /** True to cover all partners instead of the fee-paying limited partners. */
  readonly coversAllPartners?: boolean;
}

/**
 * Returns SQL for every vehicle that has begun by a quarter end, with its amounts then and further columns. `from` begins with the vehicles `n`, and
 * `quarter` is a join with the quarter `s` of each vehicle's figures.
 */
const vehiclesSql = (
  { from, end, quarter }: { readonly from: string; readonly end: string; readonly quarter: string },
  more: readonly string[],
): string => `SELECT n.id, n.name, s.period_end AS "lastQuarter", g.policy, ${more.map((column) => `${column}, `).join('')}
       jsonb_build_object(${pooledAmounts.map((name) => `'${name}', (${figureOnBasisSql('g', name, '$4::boolean')})::text`).join(', ')}) AS amounts,
       coalesce(${reasonsOnBasis('g', '$4::boolean')}, '[]') AS "notDetermined"
     FROM ${from}
     LEFT JOIN fund f ON f.tenant_id = n.tenant_id AND f.id = n.id
     LEFT JOIN coinvestment c ON c.tenant_id = n.tenant_id AND c.id = n.id
     JOIN reference_entry r ON r.tenant_id = n.tenant_id AND r.id = coalesce(f.currency_id, c.currency_id)
     ${quarter}
     LEFT JOIN period_figure g ON g.tenant_id = n.tenant_id AND g.subject = 'VEHICLE' AND g.subject_id = n.id AND g.period_end = s.period_end
     ${feePayingSql('g')}
     CROSS JOIN LATERAL (SELECT max(g.period_end) AS last FROM period_figure g
       WHERE g.tenant_id = n.tenant_id AND g.subject = 'VEHICLE' AND g.subject_id = n.id AND g.period_end <= ${end}) l
     WHERE n.tenant_id = $1 AND n.is_vehicle AND l.last IS NOT NULL`;
const carriedForward = { when: '$3::boolean', coversAllPartners: '$4::boolean' };

const pooled = ({ name, policy, lastQuarter, amounts, notDetermined }: PooledRow): PooledVehicle => ({
  name,
  policy,
  notDetermined,
  amounts: lastQuarter === null ? null : fromKeys(pooledAmounts, (amount) => decimalOrNull(amounts[amount])),
});

const vintageColumns = [
  'n.code',
  'l.last',
  'r.code AS currency',
  `${hasVehicleEndedSql('g')} AS "isOver"`,
  `${lastQuarterWithNav('g', '$4::boolean')} AS "lastWithNav"`,
  `${yearOfVintage({ vehicle: 'n', fund: 'f', coinvestment: 'c' })} AS year`,
];

const ofVintage = ({ id, name, year, currency, ...row }: VintageRow, endDate: string): VintageVehicle => ({
  id,
  year,
  currency,
  ...pooled({ id, name, ...row }),
  named: {
    id,
    name: row.code,
    reason: `${row.code} has no net asset value on ${displayedDate(calendarDate(endDate))}.`,
    lastDate: dateOrNull(row.lastQuarter === null ? row.last : row.lastWithNav),
    carriedFrom:
      row.lastQuarter !== null && row.lastQuarter < endDate && row.isOver !== true
        ? calendarDate(row.lastQuarter)
        : null,
  },
});

/**
 * Returns every vehicle that has begun by a quarter end, with its vintage and its amounts then. A vehicle without
 * postings for that quarter has none, unless it is over.
 */
export async function vehiclesOfVintages(
  tx: Transaction,
  { endDate, carriesForward = false, coversAllPartners = false }: RequestedVintages,
): Promise<VintageVehicle[]> {
  // Planning takes as long as reading, and every plan uses the same indexes.
  const rows = await tx.plannedOnce<VintageRow>(
    vehiclesSql(
      {
        from: 'container n',
        end: '$2',
        quarter: `LEFT JOIN ${quartersSql('$2::date', carriedForward)} s ON s.tenant_id = n.tenant_id AND s.id = n.id`,
      },
      vintageColumns,
    ),
    [tx.tenantId, endDate, carriesForward, coversAllPartners],
  );
  return rows.map((row) => ofVintage(row, endDate));
}

interface QuarterRow extends VintageRow {
  readonly end: string;
  readonly familyId: string | null;
  readonly rolledForwardFrom: string | null;
  readonly reportedThrough: string | null;
}
export interface VehicleOfQuarter extends VintageVehicle {
  readonly familyId: string | null;
  readonly rolledForwardFrom: string | null;
  readonly reportedThrough: string | null;
}

/** Returns the same vehicles at each of several quarter ends, in one query. */
export async function vehiclesByQuarter(
  tx: Transaction,
  ends: readonly CalendarDate[],
  { carriesForward = false, coversAllPartners = false }: Omit<RequestedVintages, 'endDate'>,
): Promise<readonly { readonly end: CalendarDate; readonly vehicles: readonly VehicleOfQuarter[] }[]> {
  const rows = await tx.plannedOnce<QuarterRow>(
    vehiclesSql(
      {
        from: 'unnest($2::date[]) e("end") CROSS JOIN container n',
        end: 'e."end"',
        quarter: `LEFT JOIN LATERAL ${quarterSql('n', 'e."end"', carriedForward)} s ON true`,
      },
      [
        ...vintageColumns,
        'e."end"',
        'f.fund_family_id AS "familyId"',
        'g.rolled_forward_from AS "rolledForwardFrom"',
        'g.reported_through AS "reportedThrough"',
      ],
    ),
    [tx.tenantId, ends, carriesForward, coversAllPartners],
  );
  const byEnd = groupBy(rows, ({ end }) => end);
  return ends.map((end) => ({
    end,
    vehicles: (byEnd.get(end) ?? []).map(({ familyId, rolledForwardFrom, reportedThrough, ...row }) => ({
      ...ofVintage(row, end),
      familyId,
      rolledForwardFrom,
      reportedThrough,
    })),
  }));
}

const decimalOrNull = (text: string | null) => (text === null ? null : decimal(text));

/** Returns each investment of a vehicle with its invested amount and multiple at a quarter end, largest first. */
export const readInvestments = (
  tx: Transaction,
  vehicleId: string,
  endDate: string,
): Promise<
  { id: string; name: string; currency: string; amount: string | null; count: number; grossMoic: string | null }[]
> =>
  tx.query(
    `SELECT h.investment_id AS id, n.name, r.code AS currency, p.invested AS amount, 1 AS count, trim_scale(p.gross_moic)::text AS "grossMoic"
     FROM ${quartersSql('$3::date')} s JOIN period_figure p ON p.tenant_id = s.tenant_id AND p.vehicle_id = s.id AND p.period_end = s.period_end
     JOIN reference_entry r ON r.tenant_id = p.tenant_id AND r.id = p.currency_id
     JOIN (SELECT tenant_id, id, investment_id FROM fund_investment UNION ALL SELECT tenant_id, id, investment_id FROM coinvestment_investment) h
       ON h.tenant_id = p.tenant_id AND h.id = p.subject_id
     JOIN container n ON n.tenant_id = h.tenant_id AND n.id = h.investment_id
     WHERE p.tenant_id = $1 AND p.subject = 'HOLDING' AND p.vehicle_id = $2
     ORDER BY p.invested DESC NULLS LAST, lower(n.name), n.id`,
    [tx.tenantId, vehicleId, endDate],
  );
