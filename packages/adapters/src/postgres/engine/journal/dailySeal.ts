import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../unitOfWork/transaction.ts';
import type { RecordType } from './recordTables.ts';

/** A table whose rows are only ever inserted and of which the trail keeps one entry a day: too many for one each. */
export interface SealedLog {
  readonly table: string;
  /** Where its seals lie, and how the trail calls one. */
  readonly seals: string;
  readonly objectType: RecordType;
  readonly operation: string;
  /** What its rows are, in findings. */
  readonly title: string;
  /** Every column beside tenant and time, in the order in which they are digested. */
  readonly columns: readonly string[];
}

/** A day of a log as it was read. */
export interface LogDay {
  readonly tenantId: string;
  readonly day: string;
  readonly number: number;
  readonly digest: string;
}

/** A day whose rows are not what was sealed. */
export interface BrokenDay {
  readonly day: string;
  readonly was: number;
  readonly is: number;
}

const dayOf = `(r.created_at AT TIME ZONE 'UTC')::date`;
const sha256Of = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
const epoch = 'extract(epoch FROM r.created_at)';
const columnsOf = ({ columns }: SealedLog) => columns.map((name) => `r.${name}`).join(', ');
/** Every column of each row, in their order, each told from its neighbours and from one that is empty. */
const digestOf = (log: SealedLog) =>
  `'2:' || ${sha256Of(`string_agg(ROW(${columnsOf(log)}, ${epoch})::text, E'\\n' ORDER BY r.id)`)}`;
/** As days were sealed before: what is empty was left out. */
const formerDigestOf = (log: SealedLog) =>
  sha256Of(`string_agg(concat_ws('|', ${columnsOf(log)}, ${epoch}), E'\\n' ORDER BY r.id)`);

/**
 * The days before `today` that have rows and no seal, of every firm, and the last one of a firm that has sealed any, rows or not: what is told for a day
 * that is over is found by the next hour. What lies before a sealed day came later than its seal and gets none.
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

/** Seals a day: the trail keeps how many rows it had, and their digest. */
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

/** The days whose rows are not what was sealed, and those before the last sealed one that have rows and no seal; read as the worker, whom no policy hides a row from. */
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
