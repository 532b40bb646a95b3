import type { PayrollInForce, PayrollPeriod, PlannedPayroll } from '@carrara/domain/compensation/imports';
import { calendarDate } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/**
 * Returns the files in force for one of these periods. With `forWriting`, they can't be superseded until the end of the
 * transaction.
 */
export async function payrollInForce(
  tx: Transaction,
  periodEnds: readonly string[],
  forWriting: boolean,
): Promise<readonly PayrollInForce[]> {
  const where = 'f.tenant_id = $1 AND f.superseded_by IS NULL AND NOT f.is_undone AND f.period_end = ANY ($2::date[])';
  if (forWriting)
    await tx.query(`SELECT FROM payroll_file f WHERE ${where} ORDER BY f.id FOR UPDATE`, [tx.tenantId, periodEnds]);
  const files = await tx.query<PayrollInForce>(
    `SELECT f.id, f.provider, f.period_start::text AS "periodStart", f.period_end::text AS "periodEnd", f.row_count AS "rowCount",
       coalesce((SELECT jsonb_agg(jsonb_build_object('employeeId', r.employee_id, 'payDate', r.pay_date, 'payTypeId', r.pay_type_id,
           'currencyId', r.currency_id, 'amount', r.amount::numeric(30, 2)::text,
           'sourceFileId', coalesce(r.source_file_id, f.id)) ORDER BY r.position)
         FROM payroll_row r WHERE r.tenant_id = f.tenant_id AND r.payroll_file_id = f.id), '[]') AS rows
     FROM payroll_file f WHERE ${where}`,
    [tx.tenantId, periodEnds],
  );
  return files.map(({ periodStart, periodEnd, ...file }) => ({
    ...file,
    periodStart: calendarDate(periodStart),
    periodEnd: calendarDate(periodEnd),
  }));
}

/** Stores a file's rows for a provider and period, and marks the file in force before as superseded. */
export async function storePayroll(
  tx: Transaction,
  operation: string,
  { provider, periodStart, periodEnd, supersedes, rows }: PlannedPayroll,
  uploadId: string,
): Promise<void> {
  const id = newId();
  if (supersedes !== null) await movePayroll(tx, operation, supersedes, { supersededBy: id });
  await tx.query(
    `INSERT INTO payroll_file (tenant_id, id, provider, period_start, period_end, upload_id, row_count, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $9)`,
    [tx.tenantId, id, provider, periodStart, periodEnd, uploadId, rows.length, tx.now, tx.personId],
  );
  const stored = rows.map((row, at) => ({
    id: newId(),
    position: at + 1,
    employee_id: row.employeeId,
    pay_date: row.payDate,
    pay_type_id: row.payTypeId,
    amount: row.amount,
    currency_id: row.currencyId,
    source_file_id: row.sourceFileId ?? null,
  }));
  await tx.query(
    `INSERT INTO payroll_row (tenant_id, payroll_file_id, id, position, employee_id, pay_date, pay_type_id, amount, currency_id,
       source_file_id)
     SELECT $1, $2, r.id, r.position, r.employee_id, r.pay_date, r.pay_type_id, r.amount, r.currency_id, r.source_file_id
     FROM jsonb_populate_recordset(NULL::payroll_row, $3::jsonb) r`,
    [tx.tenantId, id, JSON.stringify(stored)],
  );
  tx.record({
    operation,
    objectType: 'payrollFile',
    objectId: id,
    objectName: nameOf({ provider, periodStart, periodEnd }),
    before: null,
    after: { provider, periodStart, periodEnd, rows: rows.length },
    rowVersion: 1,
  });
}

const nameOf = ({ provider, periodStart, periodEnd }: { [K in keyof PayrollPeriod]: string }) =>
  `${provider} ${periodStart} to ${periodEnd}`;

/** Updates a payroll file: superseded by another, no longer superseded, or undone. */
async function movePayroll(
  tx: Transaction,
  operation: string,
  id: string,
  to: { readonly supersededBy: string | null } | { readonly isUndone: true },
): Promise<void> {
  const [file] = await tx.query<{ provider: string; periodStart: string; periodEnd: string; rowVersion: number }>(
    `UPDATE payroll_file f SET superseded_by = CASE WHEN $3::jsonb ? 'supersededBy' THEN ($3::jsonb ->> 'supersededBy')::uuid ELSE f.superseded_by END,
       is_undone = f.is_undone OR $3::jsonb ? 'isUndone', row_version = f.row_version + 1, updated_at = $4, updated_by = $5
     WHERE f.tenant_id = $1 AND f.id = $2
     RETURNING f.provider, f.period_start::text AS "periodStart", f.period_end::text AS "periodEnd", f.row_version AS "rowVersion"`,
    [tx.tenantId, id, JSON.stringify(to), tx.now, tx.personId],
  );
  if (!file) throw new Error(`there is no payroll file ${id}`);
  tx.record({
    operation,
    objectType: 'payrollFile',
    objectId: id,
    objectName: nameOf(file),
    before: {},
    after: to,
    rowVersion: file.rowVersion,
  });
}

/**
 * Returns the parts that an upload entered, each with the file that superseded it and the file that it superseded. With
 * `forWriting`, they are locked until the end of the transaction.
 */
export async function payrollOfUpload(tx: Transaction, uploadId: string, forWriting: boolean) {
  if (forWriting)
    await tx.query('SELECT FROM payroll_file WHERE tenant_id = $1 AND upload_id = $2 ORDER BY id FOR UPDATE', [
      tx.tenantId,
      uploadId,
    ]);
  return tx.query<PayrollToUndo>(
    `SELECT f.id, f.provider, f.period_start::text AS "periodStart", f.period_end::text AS "periodEnd", f.superseded_by IS NOT NULL AS "isSuperseded",
       (SELECT h.name FROM payroll_file l JOIN upload_history h ON h.tenant_id = l.tenant_id AND h.id = l.upload_id
        WHERE l.tenant_id = f.tenant_id AND l.id = f.superseded_by) AS "laterFile",
       (SELECT o.id FROM payroll_file o WHERE o.tenant_id = f.tenant_id AND o.superseded_by = f.id AND NOT o.is_undone) AS before,
       (SELECT h.name FROM payroll_file o JOIN upload_history h ON h.tenant_id = o.tenant_id AND h.id = o.upload_id
        WHERE o.tenant_id = f.tenant_id AND o.superseded_by = f.id AND NOT o.is_undone) AS "restoredFile",
       (SELECT count(*)::int FROM payroll_row r WHERE r.tenant_id = f.tenant_id AND r.payroll_file_id = f.id AND r.source_file_id IS NULL) AS "rowCount",
       (SELECT count(*)::int FROM payroll_row r WHERE r.tenant_id = f.tenant_id AND r.payroll_file_id = f.id) < f.row_count AS "isOwn"
     FROM payroll_file f WHERE f.tenant_id = $1 AND f.upload_id = $2 AND NOT f.is_undone ORDER BY f.period_end, f.id`,
    [tx.tenantId, uploadId],
  );
}
export interface PayrollToUndo extends Readonly<Record<keyof PayrollPeriod, string>> {
  readonly id: string;
  /** Number of rows that the uploaded file contained. */
  readonly rowCount: number;
  readonly isSuperseded: boolean;
  /** Name of the uploaded file that replaced it. */
  readonly laterFile: string | null;
  /** File that is in force again if this one is undone. */
  readonly before: string | null;
  /** Name of that file. */
  readonly restoredFile: string | null;
  /** True if it contains the pay of the person of the transaction. */
  readonly isOwn: boolean;
}

/** Undoes a file's rows for a period. The superseded file is in force again. */
export async function undoPayroll(tx: Transaction, operation: string, { id, before }: PayrollToUndo): Promise<void> {
  await movePayroll(tx, operation, id, { isUndone: true });
  if (before !== null) await movePayroll(tx, operation, before, { supersededBy: null });
}
