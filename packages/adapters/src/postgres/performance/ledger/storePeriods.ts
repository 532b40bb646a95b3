import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { canonical } from '../../engine/journal/auditKey.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';

/** A quarter that was made, as the trail is told of it. */
export interface OpenedPeriod {
  readonly id: string;
  readonly periodEnd: string;
}

/** Makes the quarters that a vehicle has figures for and no row yet; answers those that were made. */
export function openPeriods(tx: Transaction, vehicleId: string, ends: readonly string[]): Promise<OpenedPeriod[]> {
  return tx.query<OpenedPeriod>(
    `INSERT INTO period (tenant_id, id, vehicle_id, period_end, created_at, created_by, updated_at, updated_by)
     SELECT $1, p.id, $2, p.period_end, $5, $6, $5, $6 FROM unnest($3::uuid[], $4::date[]) AS p(id, period_end)
     ON CONFLICT (tenant_id, vehicle_id, period_end) DO NOTHING RETURNING id, period_end AS "periodEnd"`,
    [tx.tenantId, vehicleId, ends.map(() => newId()), ends, tx.now, tx.personId],
  );
}

/** Moves quarters from one state to the other. */
export async function movePeriods(tx: Transaction, ids: readonly string[], status: 'OPEN' | 'LOCKED'): Promise<void> {
  await tx.query(
    `UPDATE period SET status = $3, row_version = row_version + 1, updated_at = $4, updated_by = $5
     WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
    [tx.tenantId, ids, status, tx.now, tx.personId],
  );
}

export interface KeptVersion {
  readonly periodId: string;
  readonly version: number;
  readonly knownSeq: number;
  readonly engineVersion: string;
  readonly figures: readonly object[];
  /** The differences that were taken note of. */
  readonly acknowledged: readonly object[];
}

/** SHA-256 of figures as canonical JSON, so that the order in which they are kept changes nothing. */
export const figuresDigest = (figures: readonly object[]): string =>
  createHash('sha256').update(canonical(figures)).digest('hex');

/** Keeps what a lock found. */
export async function keepVersion(tx: Transaction, kept: KeptVersion): Promise<void> {
  await tx.query(
    `INSERT INTO period_version (tenant_id, id, period_id, version, known_seq, engine_version, figures, figures_hash, acknowledged, created_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.tenantId,
      newId(),
      kept.periodId,
      kept.version,
      kept.knownSeq,
      kept.engineVersion,
      JSON.stringify(kept.figures),
      figuresDigest(kept.figures),
      JSON.stringify(kept.acknowledged),
      tx.now,
      tx.personId,
    ],
  );
}

export interface ClosedRow {
  readonly end: string;
  readonly commitmentId: string;
  readonly nav: string | null;
  readonly navBeforeCarry: string | null;
  readonly unfunded: string | null;
}

/** What the commitments of a vehicle had at quarter ends, as it is kept. */
export const closedFigures = (tx: Transaction, vehicleId: string, ends: readonly string[]): Promise<ClosedRow[]> =>
  tx.query<ClosedRow>(
    `SELECT f.period_end AS "end", f.subject_id AS "commitmentId", f.nav, f.nav_before_carry AS "navBeforeCarry", f.unfunded
     FROM period_figure f WHERE f.tenant_id = $1 AND f.vehicle_id = $2 AND f.subject = 'COMMITMENT' AND f.period_end = ANY ($3::date[])`,
    [tx.tenantId, vehicleId, ends],
  );
