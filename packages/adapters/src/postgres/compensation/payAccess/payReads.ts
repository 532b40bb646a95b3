import type { RowOf } from '@carrara/contract/core/endpoint';
import type { payAccessEndpoints } from '@carrara/contract/compensation/payAccess';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import { column, defineListQuery } from '../../engine/lists/index.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { personName } from '../../engine/words/index.ts';

/** So many people are named of a look; of more there is the number. */
export const mostNamed = 200;

export interface PayRead {
  readonly personId: string;
  readonly sessionId: string;
  readonly operation: string;
  readonly isExport: boolean;
  readonly employees: readonly string[];
  /** Null where it is not known, as of a file. */
  readonly number: number | null;
  readonly asked: string;
  readonly address: string;
}

/** Notes a look at pay. */
export async function keepPayRead(tx: Transaction, read: PayRead): Promise<void> {
  const named = read.employees.length <= mostNamed ? read.employees : [];
  await tx.query(
    `INSERT INTO pay_read (tenant_id, id, person_id, session_id, operation, is_export, employees, number, asked, address, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7::uuid[], $8, left($9, 2000), left($10, 200), $11)`,
    [
      tx.tenantId,
      newId(),
      read.personId,
      read.sessionId,
      read.operation,
      read.isExport,
      named,
      read.number,
      read.asked,
      read.address,
      tx.now,
    ],
  );
}

const whose = `CASE WHEN cardinality(b.employees) > 0 THEN (SELECT string_agg(p.name, ', ' ORDER BY p.name) FROM participant p
  WHERE p.tenant_id = b.tenant_id AND p.id = ANY (b.employees)) WHEN b.number IS NULL THEN 'everybody who was asked for' ELSE b.number || ' people' END`;

export const payReadList = defineListQuery<RowOf<(typeof payAccessEndpoints)['listPayReads']>>({
  base: { table: 'pay_read' },
  columns: {
    createdDate: column('instant', 'b.created_at'),
    person: column('text', personName('b.person_id')),
    operation: column('text', 'b.operation'),
    isExport: column('boolean', 'b.is_export'),
    whose: column('text', `coalesce(${whose}, '')`),
    asked: column('text', 'b.asked'),
    address: column('text', 'b.address'),
  },
  search: { text: `lower(${personName('b.person_id')} || E'\\n' || b.operation)` },
  filters: {},
  defaultSort: { field: 'createdDate', ascending: false },
});

/** What a day of looks is sealed by: every column of each row, in their order. */
const digest = `encode(sha256(convert_to(string_agg(concat_ws('|', r.id, r.person_id, r.session_id, r.operation, r.is_export, r.employees, r.number,
  r.asked, r.address, extract(epoch FROM r.created_at)), E'\\n' ORDER BY r.id), 'UTF8')), 'hex')`;
const dayOfRead = `(r.created_at AT TIME ZONE 'UTC')::date`;

export interface PayReadDay {
  readonly tenantId: string;
  readonly day: string;
  readonly number: number;
  readonly digest: string;
}

/** The days before today that have looks and no seal, of every firm. */
export const unsealedDays = async (worker: Pool, today: string): Promise<PayReadDay[]> =>
  (
    await worker.query<PayReadDay>(
      `SELECT r.tenant_id AS "tenantId", ${dayOfRead}::text AS day, count(*)::int AS number, ${digest} AS digest
       FROM pay_read r LEFT JOIN pay_read_day d ON d.tenant_id = r.tenant_id AND d.day = ${dayOfRead}
       WHERE d.id IS NULL AND ${dayOfRead} < $1::date GROUP BY r.tenant_id, ${dayOfRead} ORDER BY r.tenant_id, ${dayOfRead}`,
      [today],
    )
  ).rows;

/** Seals a day: the trail keeps how many looks it had, and their digest. */
export async function sealDay(tx: Transaction, { day, number, digest: sealed }: PayReadDay): Promise<void> {
  const id = newId();
  const written = await tx.query(
    `INSERT INTO pay_read_day (tenant_id, id, day, number, digest, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (tenant_id, day) DO NOTHING RETURNING id`,
    [tx.tenantId, id, day, number, sealed, tx.now],
  );
  if (written.length === 0) return;
  tx.record({
    operation: 'sealPayReads',
    objectType: 'payReadDay',
    objectId: id,
    objectName: day,
    before: null,
    after: { day, number, digest: sealed },
    rowVersion: 1,
  });
}

/** The sealed days whose looks are not what was sealed; read as the worker, whom no policy hides a row from. */
export const brokenSeals = (
  tx: Transaction,
): Promise<{ readonly day: string; readonly was: number; readonly is: number }[]> =>
  tx.query(
    `SELECT d.day::text AS day, d.number AS was, coalesce(f.number, 0) AS is
     FROM pay_read_day d LEFT JOIN (SELECT ${dayOfRead} AS day, count(*)::int AS number, ${digest} AS digest FROM pay_read r
       WHERE r.tenant_id = $1 GROUP BY ${dayOfRead}) f ON f.day = d.day
     WHERE d.tenant_id = $1 AND (f.digest IS DISTINCT FROM d.digest OR f.number IS DISTINCT FROM d.number) ORDER BY d.day`,
    [tx.tenantId],
  );
