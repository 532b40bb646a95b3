import type { PeriodFigure } from '@carrara/contract/performance/period/period';
import type { StoredCarry } from '@carrara/domain/performance/close';
import type { Source } from '@carrara/domain/performance/ledger';
import type { VehicleLedger } from '@carrara/domain/performance/period';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { feePayingSql } from '../periodFigures/basis.ts';
import { sourceSql } from './loadLedger.ts';
import { navBasisAt } from './navBasis.ts';
import type { PeriodRow } from './readLedger.ts';

type NavBasis = VehicleLedger['navBasis'];

export interface VersionRow {
  readonly version: number;
  /** Audit entry that locked it. Everything entered before was known. */
  readonly asOfSequence: number;
  readonly engineVersion: string;
  readonly navBasis: NavBasis;
  readonly lockedDate: string;
  readonly lockedBy: string | null;
  /** Tie-outs whose differences were acknowledged. */
  readonly acknowledged: { readonly code: string; readonly title: string }[];
}
const versionSql = `v.version, v.as_of_sequence::int AS "asOfSequence", v.engine_version AS "engineVersion", v.nav_basis AS "navBasis", v.created_at AS "lockedDate",
  (SELECT p.first_name || ' ' || p.last_name FROM person p WHERE p.id = v.created_by) AS "lockedBy", 
  (SELECT coalesce(jsonb_agg(jsonb_build_object('code', a ->> 'code', 'title', a ->> 'title')), '[]')
   FROM jsonb_array_elements(v.acknowledged) a) AS acknowledged`;
const ofPeriod = `FROM period_version v JOIN period p ON p.tenant_id = v.tenant_id AND p.id = v.period_id
  WHERE v.tenant_id = $1 AND p.vehicle_id = $2 AND p.period_end = $3`;

/** A quarter with the lock of its last version. Date and person are null while it is open. */
export interface ListedPeriodRow extends PeriodRow, Pick<VersionRow, 'acknowledged'> {
  readonly nav: string | null;
  readonly currency: string | null;
  readonly lockedDate: string | null;
  readonly lockedBy: string | null;
  /** The carry compared at the last lock. Null if it wasn't. */
  readonly carry: StoredCarry | null;
}

/** Returns the quarters of a vehicle with their locks, latest first. */
export const readListedPeriods = (tx: Transaction, vehicleId: string): Promise<ListedPeriodRow[]> =>
  tx.query(
    `SELECT p.id, p.vehicle_id AS "vehicleId", p.period_end AS "periodEnd", p.status, p.row_version AS "rowVersion", l.version,
       f.nav, r.code AS currency,
       CASE p.status WHEN 'LOCKED' THEN l."lockedDate" END AS "lockedDate",
       CASE p.status WHEN 'LOCKED' THEN l."lockedBy" END AS "lockedBy",
       CASE WHEN p.status = 'LOCKED' AND l.acknowledged IS NOT NULL THEN l.acknowledged ELSE '[]' END AS acknowledged, l.carry
     FROM period p
     LEFT JOIN period_figure f ON f.tenant_id = p.tenant_id AND f.subject = 'VEHICLE' AND f.subject_id = p.vehicle_id AND f.period_end = p.period_end
     LEFT JOIN reference_entry r ON r.tenant_id = f.tenant_id AND r.id = f.currency_id
     LEFT JOIN LATERAL (
       SELECT ${versionSql}, v.carry FROM period_version v WHERE v.tenant_id = p.tenant_id AND v.period_id = p.id ORDER BY v.version DESC LIMIT 1
     ) l ON true
     WHERE p.tenant_id = $1 AND p.vehicle_id = $2 ORDER BY p.period_end DESC`,
    [tx.tenantId, vehicleId],
  );

/** Returns the versions of a quarter, latest first. */
export const readVersions = (tx: Transaction, vehicleId: string, end: string): Promise<VersionRow[]> =>
  tx.query(`SELECT ${versionSql} ${ofPeriod} ORDER BY v.version DESC`, [tx.tenantId, vehicleId, end]);

export async function figuresOfVersion(
  tx: Transaction,
  vehicleId: string,
  end: string,
  version: number,
): Promise<readonly PeriodFigure[]> {
  const [found] = await tx.query<{ figures: readonly PeriodFigure[] }>(
    `SELECT v.figures ${ofPeriod} AND v.version = $4`,
    [tx.tenantId, vehicleId, end, version],
  );
  return found?.figures ?? [];
}

/** Returns the sequence number of the first audit entry after a point in time, or the one it would have. */
export async function seqAfter(tx: Transaction, instant: string): Promise<number> {
  const [found] = await tx.query<{ seq: number }>(
    'SELECT (coalesce(max(a.seq), 0) + 1)::int AS seq FROM activity a WHERE a.tenant_id = $1 AND a.created_at <= $2',
    [tx.tenantId, instant],
  );
  return found?.seq ?? 1;
}

/** An entry, a valuation, a commitment change or a reported figure, as text. */
export interface EnteredRow {
  readonly id: string;
  readonly kind: 'ENTRY' | 'VALUATION' | 'COMMITMENT' | 'REPORTED';
  readonly type: string;
  /** Company and security that was valued, or investor who committed. */
  readonly subject: string | null;
  /** Null for a withdrawn valuation. */
  readonly amount: string | null;
  readonly effectiveDate: string;
  readonly bookedPeriod: string;
  readonly description: string | null;
  readonly source: Source | null;
  /** Name of the file, if it came from one. */
  readonly sourceName: string | null;
  readonly enteredDate: string;
  readonly enteredBy: string | null;
}

/**
 * Returns everything entered into a vehicle between two audit entries that a quarter or an earlier one displays, in the
 * order entered.
 */
export const enteredBetween = (
  tx: Transaction,
  vehicleId: string,
  end: string,
  from: number,
  to: number | null,
): Promise<EnteredRow[]> => {
  const isIn = (row: string) => `${row}.seq >= $4 AND ($5::bigint IS NULL OR ${row}.seq < $5) AND ${row}.booked <= $3`;
  const columns = (row: string) =>
    `${row}.booked AS "bookedPeriod", ${row}.description, ${sourceSql(row)} AS source,
     (SELECT u.name FROM upload_history u WHERE u.tenant_id = ${row}.tenant_id AND u.id = ${row}.source_id) AS "sourceName",
     ${row}.created_at AS "enteredDate",
     (SELECT p.first_name || ' ' || p.last_name FROM person p WHERE p.id = ${row}.created_by) AS "enteredBy", ${row}.seq`;
  // Securities of different companies can have the same name, such as 'Ordinary shares'.
  const holdingOf = (row: string, security: string) =>
    `nullif(concat_ws(', ', (SELECT i.name FROM source_facts h JOIN container i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id
       WHERE h.tenant_id = $1 AND h.part_id = h.id AND h.id = ${row}.holding_id), ${security}.name), '')`;
  return tx.query(
    `SELECT e.id, 'ENTRY' AS kind, e.type, ${holdingOf('e', 's')} AS subject, e.amount, e.effective_date AS "effectiveDate", ${columns('e')}
     FROM ledger_entry e LEFT JOIN security s ON s.tenant_id = e.tenant_id AND s.id = e.security_id
     WHERE e.tenant_id = $1 AND e.vehicle_id = $2 AND ${isIn('e')}
     UNION ALL SELECT v.id, 'VALUATION', 'VALUATION', ${holdingOf('s', 's')}, v.fair_value, v.valuation_date, ${columns('v')}
     FROM valuation v JOIN security s ON s.tenant_id = v.tenant_id AND s.id = v.security_id
     WHERE v.tenant_id = $1 AND v.vehicle_id = $2 AND ${isIn('v')}
     UNION ALL SELECT x.id, 'COMMITMENT', x.kind, i.name, x.amount, x.event_date, ${columns('x')}
     FROM commitment_event x JOIN commitment c ON c.tenant_id = x.tenant_id AND c.id = x.commitment_id
     JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
     WHERE x.tenant_id = $1 AND c.vehicle_id = $2 AND ${isIn('x')}
     UNION ALL SELECT r.id, 'REPORTED', r.figure, i.name, trim_scale(r.value), r.figure_date, ${columns('r')}
     FROM reported_figure r LEFT JOIN commitment c ON c.tenant_id = r.tenant_id AND c.id = r.commitment_id
     LEFT JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
     WHERE r.tenant_id = $1 AND r.vehicle_id = $2 AND ${isIn('r')} ORDER BY seq, "effectiveDate", id`,
    [tx.tenantId, vehicleId, end, from, to],
  );
};

/** Returns true if a vehicle's rates and multiples at a quarter end exclude commitments that its amounts include, because they pay no fees. */
export async function excludesPartners(tx: Transaction, vehicleId: string, end: string): Promise<boolean> {
  const [found] = await tx.query<{ isPart: boolean | null }>(
    `SELECT p.is_part AS "isPart" FROM period_figure g ${feePayingSql('g')}
     WHERE g.tenant_id = $1 AND g.subject = 'VEHICLE' AND g.subject_id = $2 AND g.period_end = $3`,
    [tx.tenantId, vehicleId, end],
  );
  return found?.isPart === true;
}

/** A reopened quarter. */
export interface ReopenedRow {
  readonly date: string;
  readonly by: string | null;
  readonly reason: string | null;
}

/** Returns when a quarter was reopened between two audit entries, by whom and why. */
export const reopenedBetween = (
  tx: Transaction,
  vehicleId: string,
  end: string,
  from: number,
  to: number | null,
): Promise<ReopenedRow[]> =>
  tx.query(
    `SELECT a.created_at AS date, nullif(a.person_name, '') AS by, a.reason FROM activity a
     JOIN period p ON p.tenant_id = a.tenant_id AND p.id = a.object_id
     WHERE a.tenant_id = $1 AND p.vehicle_id = $2 AND p.period_end = $3 AND a.operation = 'reopenPeriod'
       AND a.seq >= $4 AND ($5::bigint IS NULL OR a.seq < $5) ORDER BY a.seq`,
    [tx.tenantId, vehicleId, end, from, to],
  );

/** Returns the NAV basis of the current figures of a quarter. */
export async function navBasisNow(tx: Transaction, vehicleId: string, end: string): Promise<NavBasis | null> {
  const [found] = await tx.query<{ navBasis: NavBasis | null }>(
    `SELECT ${navBasisAt('$3::date')} AS "navBasis" FROM container v
     LEFT JOIN fund f ON f.tenant_id = v.tenant_id AND f.id = v.id
     LEFT JOIN coinvestment k ON k.tenant_id = v.tenant_id AND k.id = v.id WHERE v.tenant_id = $1 AND v.id = $2`,
    [tx.tenantId, vehicleId, end],
  );
  return found?.navBasis ?? null;
}

/** Returns the reason of the last change of a vehicle's NAV basis between two audit entries; null if none is recorded. */
export async function reasonOfNavBasis(
  tx: Transaction,
  vehicleId: string,
  from: number,
  to: number | null,
): Promise<string | null> {
  const [found] = await tx.query<{ reason: string | null }>(
    `SELECT a.reason FROM activity a WHERE a.tenant_id = $1 AND a.object_id = $2 AND a.seq >= $3 AND ($4::bigint IS NULL OR a.seq < $4)
       AND a.before #>> '{navBasis,code}' <> a.after #>> '{navBasis,code}' ORDER BY a.seq DESC LIMIT 1`,
    [tx.tenantId, vehicleId, from, to],
  );
  return found?.reason ?? null;
}
