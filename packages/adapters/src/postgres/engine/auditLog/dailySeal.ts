import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../unitOfWork/transaction.ts';
import type { RecordType } from '../journal/recordTables.ts';

/** An insert-only table whose rows are too many for one audit entry each. The audit log gets one entry per day. */
export interface SealedLog {
  readonly table: string;
  /** Table of the seals, and the names in the audit log. */
  readonly seals: string;
  readonly objectType: RecordType;
  readonly operation: string;
  /** Name of the rows in findings. */
  readonly title: string;
  /** All columns other than tenant and time, in the order they are hashed. */
  readonly columns: readonly string[];
}

/** A day of a log, as read from its rows. */
export interface LogDay {
  readonly tenantId: string;
  readonly day: string;
  readonly number: number;
  readonly digest: string;
}

/** A day whose rows differ from its seal. */
export interface BrokenDay {
  readonly day: string;
  readonly was: number;
  readonly is: number;
}

const dayOf = `(r.created_at AT TIME ZONE 'UTC')::date`;
const sha256Of = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
const epoch = 'extract(epoch FROM r.created_at)';
const columnsOf = ({ columns }: SealedLog) => columns.map((name) => `r.${name}`).join(', ');
/** Hashes all columns of each row in order, in a form that separates neighboring values and empty ones. */
const digestOf = (log: SealedLog) =>
  `'2:' || ${sha256Of(`string_agg(ROW(${columnsOf(log)}, ${epoch})::text, E'\\n' ORDER BY r.id)`)}`;
/** The former format of the digest, which left out empty values. */
const formerDigestOf = (log: SealedLog) =>
  sha256Of(`string_agg(concat_ws('|', ${columnsOf(log)}, ${epoch}), E'\\n' ORDER BY r.id)`);

/**
 * Returns the days before `today` that have rows but no seal, of all firms. If a firm has sealed any day, its last
 * day is included, with rows or not. So anything logged for a day that is over is noticed within an hour. Rows dated
 * before a sealed day arrived after its seal and get none.
 */
export const unsealedDays = async (worker: Pool, log: SealedLog, today: string): Promise<LogDay[]> =>
  (
    await worker.query<LogDay>(
      `WITH sealed AS (SELECT tenant_id, max(day) AS last FROM ${log.seals} GROUP BY tenant_id),
         found AS (SELECT r.tenant_id, ${dayOf} AS day, count(*)::int AS number, ${digestOf(log)} AS digest
           FROM ${log.table} r LEFT JOIN sealed s ON s.tenant_id = r.tenant_id
           WHERE ${dayOf} < $1::date AND (s.last IS NULL OR ${dayOf} > s.last) GROUP BY r.tenant_id, ${dayOf})
       SELECT tenant_id AS "tenantId", day::text AS day, number, digest FROM found
       UNION ALL
       SELECT s.tenant_id, ($1::date - 1)::text, 0, '2:' || ${sha256Of("''")} FROM sealed s
       WHERE s.last < $1::date - 1 AND NOT EXISTS (SELECT FROM found f WHERE f.tenant_id = s.tenant_id AND f.day = $1::date - 1)
       ORDER BY 1, 2`,
      [today],
    )
  ).rows;

/** Seals a day: the audit log records its number of rows and their digest. */
export async function sealDay(tx: Transaction, log: SealedLog, { day, number, digest }: LogDay): Promise<void> {
  const id = newId();
  const written = await tx.query(
    `INSERT INTO ${log.seals} (tenant_id, id, day, number, digest, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (tenant_id, day) DO NOTHING RETURNING id`,
    [tx.tenantId, id, day, number, digest, tx.now],
  );
  if (written.length === 0) return;
  tx.record({
    operation: log.operation,
    objectType: log.objectType,
    objectId: id,
    objectName: day,
    before: null,
    after: { day, number, digest },
    rowVersion: 1,
  });
}

/**
 * Returns the days whose rows differ from their seal, and days before the last sealed one that have rows but no seal.
 * Uses the worker, so that no policy hides a row.
 */
export const brokenDays = (tx: Transaction, log: SealedLog): Promise<BrokenDay[]> =>
  tx.query(
    `SELECT coalesce(d.day, f.day)::text AS day, coalesce(d.number, 0) AS was, coalesce(f.number, 0) AS is
     FROM (SELECT s.day, s.number, s.digest FROM ${log.seals} s WHERE s.tenant_id = $1) d
       FULL JOIN (SELECT ${dayOf} AS day, count(*)::int AS number, ${digestOf(log)} AS digest, ${formerDigestOf(log)} AS former FROM ${log.table} r
         WHERE r.tenant_id = $1 GROUP BY ${dayOf}) f ON f.day = d.day
     WHERE CASE WHEN d.day IS NULL THEN f.day < (SELECT max(s.day) FROM ${log.seals} s WHERE s.tenant_id = $1)
       ELSE coalesce(f.number, 0) <> d.number OR (d.number > 0 AND d.digest NOT IN (f.digest, f.former)) END
     ORDER BY 1`,
    [tx.tenantId],
  );
