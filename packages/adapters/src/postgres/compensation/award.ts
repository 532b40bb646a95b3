import { type Award, type awardEndpoints, awardFields } from '@carrara/contract/compensation/award';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { awardLifecycle } from '@carrara/domain/compensation/award';
import { column, condition, equals, referenceColumn } from '../engine/lists/definition.ts';
import { defineListQuery } from '../engine/lists/listQuery.ts';
import { defineRecord } from '../engine/records/recordStore.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { statusColumn } from '../statusText.ts';

const nameOfEmployee = '(SELECT p.name FROM participant p WHERE p.tenant_id = b.tenant_id AND p.id = b.employee_id)';

export type StoredAward = Omit<Award, 'name' | 'reverses'> & { readonly reversesId: string | null };

/** Store of awards. Row-level security returns only awards of people whose pay is visible. */
export const awardStore = defineRecord<StoredAward>({
  objectType: 'award',
  table: 'award',
  fields: awardFields,
  containedBy: 'employee',
  stored: ['status'],
  links: { reversesId: { kind: 'id' } },
  statusTexts: awardLifecycle.states,
});

export const awardList = defineListQuery<RowOf<(typeof awardEndpoints)['listAwards']>>({
  base: { table: 'award' },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    employeeId: { value: 'b.employee_id' },
    name: column('text', nameOfEmployee),
    performanceYear: column('year', 'b.performance_year'),
    payType: referenceColumn('b.pay_type_id', 'reference:pay-type'),
    amount: column('money', 'b.amount'),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    awardDate: column('date', 'b.award_date'),
    payDate: column('date', 'b.pay_date'),
    status: statusColumn('award'),
    comments: column('longText', 'b.comments'),
  },
  filters: {
    employeeId: condition('b.employee_id = ?::uuid'),
    performanceYear: condition('b.performance_year = ?::int'),
    status: equals('b.status'),
  },
  search: { text: `lower(${nameOfEmployee})` },
  defaultSort: { field: 'awardDate', ascending: false },
});

/** Returns the class of a pay type. Undefined if the pay type doesn't exist. */
export async function readPayTypeClass(tx: Transaction, id: string): Promise<string | null | undefined> {
  const [found] = await tx.query<{ class: string | null }>(
    `SELECT nullif(sub_type, '') AS class FROM reference_entry WHERE tenant_id = $1 AND id = $2 AND type = 'pay-type'`,
    [tx.tenantId, id],
  );
  return found && found.class;
}

/** Values that identify an award of an employee. */
interface AwardKey {
  readonly employeeId: string;
  readonly payTypeId: string;
  readonly performanceYear: number;
  readonly awardDate: string;
}

/**
 * Returns true if another award has the same employee, pay type, year and date. Ignores canceled and reversed awards, and reversals. Locks the awards of
 * the employee until the end of the transaction, so that two saves at the same time can't both be the first.
 */
export async function hasRepeatedAward(tx: Transaction, key: AwardKey, exceptId: string | undefined): Promise<boolean> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('awards ' || $1::text || $2::text, 0))`, [
    tx.tenantId,
    key.employeeId,
  ]);
  const found = await tx.query(
    `SELECT 1 FROM award a WHERE a.tenant_id = $1 AND a.employee_id = $2 AND a.pay_type_id = $3 AND a.performance_year = $4
       AND a.award_date = $5::date AND a.id IS DISTINCT FROM $6::uuid AND a.status <> 'CANC' AND a.reverses_id IS NULL
       AND NOT EXISTS (SELECT FROM award r WHERE r.tenant_id = a.tenant_id AND r.reverses_id = a.id)
     LIMIT 1`,
    [tx.tenantId, key.employeeId, key.payTypeId, key.performanceYear, key.awardDate, exceptId ?? null],
  );
  return found.length > 0;
}
