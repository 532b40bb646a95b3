import { createHash } from 'node:crypto';
import type { StoredCarry } from '@carrara/domain/performance/close';
import { v7 as newId } from 'uuid';
import { canonicalJson } from '../../engine/journal/auditKey.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import type { Vehicle } from './loadLedger.ts';
import { valuedDaySql } from './valuedDaySql.ts';

/** A created or removed quarter, for the audit log. */
export interface ChangedPeriod {
  readonly id: string;
  readonly periodEnd: string;
}

/** Inserts the quarters for which a vehicle has figures but no row yet, and returns them. */
export function createPeriods(tx: Transaction, vehicleId: string, ends: readonly string[]): Promise<ChangedPeriod[]> {
  return tx.query<ChangedPeriod>(
    `INSERT INTO period (tenant_id, id, vehicle_id, period_end, created_at, created_by, updated_at, updated_by)
     SELECT $1, p.id, $2, p.period_end, $5, $6, $5, $6 FROM unnest($3::uuid[], $4::date[]) AS p(id, period_end)
     ON CONFLICT (tenant_id, vehicle_id, period_end) DO NOTHING RETURNING id, period_end AS "periodEnd"`,
    [tx.tenantId, vehicleId, ends.map(() => newId()), ends, tx.now, tx.personId],
  );
}

/** Removes quarters that were never locked and are empty, with their figures. */
export async function removePeriods(
  tx: Transaction,
  vehicleId: string,
  ends: readonly string[],
): Promise<ChangedPeriod[]> {
  const args = [tx.tenantId, vehicleId, ends];
  await tx.query(
    'DELETE FROM period_figure f WHERE f.tenant_id = $1 AND f.vehicle_id = $2 AND f.period_end = ANY ($3::date[])',
    args,
  );
  return tx.query<ChangedPeriod>(
    `DELETE FROM period p WHERE p.tenant_id = $1 AND p.vehicle_id = $2 AND p.period_end = ANY ($3::date[])
     RETURNING id, period_end AS "periodEnd"`,
    args,
  );
}

/**
 * Removes figures of holdings that a vehicle no longer has at quarter ends, for example because the data transfer that
 * created them was undone.
 */
export const removeOtherHoldings = (
  tx: Transaction,
  vehicleId: string,
  ends: readonly string[],
  holdings: readonly { readonly end: string; readonly id: string }[],
): Promise<unknown> =>
  tx.query(
    `DELETE FROM period_figure f WHERE f.tenant_id = $1 AND f.vehicle_id = $2 AND f.subject = 'HOLDING' AND f.period_end = ANY ($3::date[])
       AND NOT EXISTS (SELECT FROM unnest($4::date[], $5::uuid[]) k(period_end, id) WHERE k.period_end = f.period_end AND k.id = f.subject_id)`,
    [tx.tenantId, vehicleId, ends, holdings.map(({ end }) => end), holdings.map(({ id }) => id)],
  );

/** Changes the status of quarters. */
export async function movePeriods(tx: Transaction, ids: readonly string[], status: 'OPEN' | 'LOCKED'): Promise<void> {
  await tx.query(
    `UPDATE period SET status = $3, row_version = row_version + 1, updated_at = $4, updated_by = $5
     WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
    [tx.tenantId, ids, status, tx.now, tx.personId],
  );
}

export interface StoredVersion extends Pick<Vehicle, 'navBasis'> {
  readonly periodId: string;
  readonly version: number;
  readonly asOfSequence: number;
  readonly engineVersion: string;
  readonly figures: readonly object[];
  /** Acknowledged differences. */
  readonly acknowledged: readonly object[];
  /** The booked carry compared with the proposed one. */
  readonly carry: StoredCarry;
}

/** Returns the SHA-256 of figures as canonical JSON, so that their stored order doesn't matter. */
export const figuresDigest = (figures: readonly object[]): string =>
  createHash('sha256').update(canonicalJson(figures)).digest('hex');

/** Stores the versions created by locking. */
export async function storeVersions(tx: Transaction, versions: readonly StoredVersion[]): Promise<void> {
  await tx.query(
    `INSERT INTO period_version (tenant_id, id, period_id, version, as_of_sequence, engine_version, nav_basis, figures, figures_hash, acknowledged, carry, created_at, created_by)
     SELECT $1, v.id, v.period_id, v.version, v.as_of_sequence, v.engine_version, v.nav_basis, v.figures, v.figures_hash, v.acknowledged, v.carry, $2, $3
     FROM unnest($4::uuid[], $5::uuid[], $6::int[], $7::bigint[], $8::text[], $9::text[], $10::jsonb[], $11::text[], $12::jsonb[], $13::jsonb[])
       AS v(id, period_id, version, as_of_sequence, engine_version, nav_basis, figures, figures_hash, acknowledged, carry)`,
    [
      tx.tenantId,
      tx.now,
      tx.personId,
      versions.map(() => newId()),
      versions.map(({ periodId }) => periodId),
      versions.map(({ version }) => version),
      versions.map(({ asOfSequence }) => asOfSequence),
      versions.map(({ engineVersion }) => engineVersion),
      versions.map(({ navBasis }) => navBasis),
      versions.map(({ figures }) => JSON.stringify(figures)),
      versions.map(({ figures }) => figuresDigest(figures)),
      versions.map(({ acknowledged }) => JSON.stringify(acknowledged)),
      versions.map(({ carry }) => JSON.stringify(carry)),
    ],
  );
}

/** Returns the holdings with a value at a quarter end, by the date up to then on which all of their securities were valued. */
export const valuedDays = (
  tx: Transaction,
  vehicleId: string,
  end: string,
): Promise<{ valuedOn: string | null; holdings: number }[]> =>
  tx.query(
    `SELECT h.day AS "valuedOn", count(*)::int AS holdings FROM (
       SELECT ${valuedDaySql} AS day
       FROM period_figure f
       WHERE f.tenant_id = $1 AND f.vehicle_id = $2 AND f.subject = 'HOLDING' AND f.period_end = $3 AND f.fair_value <> 0) h
     GROUP BY h.day ORDER BY h.day NULLS LAST`,
    [tx.tenantId, vehicleId, end],
  );

export interface StoredRow {
  readonly end: string;
  readonly subjectId: string;
  readonly nav: string | null;
  readonly navBeforeCarry: string | null;
  readonly unfunded: string | null;
  /** True if the amounts were reported because the ledger had no cash. */
  readonly isReported: boolean;
}

/** Returns the stored figures of a vehicle and its commitments at quarter ends. */
export const storedFigures = (tx: Transaction, vehicleId: string, ends: readonly string[]): Promise<StoredRow[]> =>
  tx.query<StoredRow>(
    `SELECT f.period_end AS "end", f.subject_id AS "subjectId", f.nav, f.nav_before_carry AS "navBeforeCarry", f.unfunded,
       f.recallable IS NULL AS "isReported"
     FROM period_figure f WHERE f.tenant_id = $1 AND f.vehicle_id = $2 AND f.subject IN ('VEHICLE', 'COMMITMENT') AND f.period_end = ANY ($3::date[])`,
    [tx.tenantId, vehicleId, ends],
  );
