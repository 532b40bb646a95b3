import type { Transaction } from '../engine/unitOfWork/transaction.ts';

interface Dated {
  readonly on: string;
  readonly amount: string;
  readonly currency: string;
}
/** Stored pay and employment of a person, as far as a year of pay depends on it. */
export interface StoredPay {
  readonly employeeId: string;
  readonly name: string;
  readonly hireDate: string | null;
  readonly terminationDate: string | null;
  readonly events: readonly { readonly kind: 'HIRED' | 'TERMINATED' | 'REHIRED'; readonly eventDate: string }[];
  readonly salaries: readonly {
    readonly effectiveDate: string;
    readonly paidRate: string;
    readonly currency: string;
  }[];
  readonly awards: readonly {
    readonly performanceYear: number;
    readonly subType: string | null;
    readonly isCanceled: boolean;
    /** Date of the award. */
    readonly on: string;
    /** Null if it isn't paid yet. */
    readonly paidOn: string | null;
    readonly amount: string;
    readonly currency: string;
  }[];
  readonly deferredGrants: readonly Dated[];
}

const code = (at: string) => `(SELECT r.code FROM reference_entry r WHERE r.tenant_id = b.tenant_id AND r.id = ${at})`;
const all = (fields: string, from: string, order: string) =>
  `coalesce((SELECT jsonb_agg(jsonb_build_object(${fields}) ORDER BY ${order}) FROM ${from} AND x.employee_id = b.id), '[]')`;
const rows = (table: string) => `${table} x WHERE x.tenant_id = b.tenant_id`;

/** Returns the visible pay of all employees, or of these. People whose pay isn't visible are left out. */
export const payOfPeople = (tx: Transaction, employees: readonly string[] | null): Promise<StoredPay[]> =>
  tx.query<StoredPay>(
    `SELECT b.id AS "employeeId", p.name, b.hire_date::text AS "hireDate", p.termination_date::text AS "terminationDate",
       ${all(`'kind', x.kind, 'eventDate', x.event_date`, rows('employment_event'), 'x.event_date, x.created_at')} AS events,
       ${all(
         `'effectiveDate', x.effective_date, 'paidRate', x.paid_rate::text, 'currency', ${code('x.currency_id')}`,
         rows('salary'),
         'x.effective_date',
       )} AS salaries,
       ${all(
         `'performanceYear', x.performance_year, 'subType', (SELECT r.sub_type FROM reference_entry r WHERE r.tenant_id = b.tenant_id AND r.id = x.pay_type_id),
          'isCanceled', x.status = 'CANC', 'on', x.award_date, 'paidOn', CASE WHEN x.status = 'PAID' THEN x.pay_date END, 'amount', x.amount::text, 'currency', ${code('x.currency_id')}`,
         rows('award'),
         'x.award_date, x.id',
       )} AS awards,
       ${all(
         `'on', x.entry_date, 'amount', x.amount::text, 'currency', ${code('d.currency_id')}`,
         `deferred_entry x JOIN deferred_award d ON d.tenant_id = x.tenant_id AND d.id = x.deferred_award_id
          WHERE x.tenant_id = b.tenant_id AND x.kind = 'GRANT'`,
         'x.entry_date, x.id',
       )} AS "deferredGrants"
     FROM employee b JOIN participant p ON p.tenant_id = b.tenant_id AND p.id = b.id
     WHERE b.tenant_id = $1 AND b.id IN (SELECT visible_pay()) AND ($2::uuid[] IS NULL OR b.id = ANY ($2))
     ORDER BY p.name, b.id`,
    [tx.tenantId, employees],
  );

/**
 * Returns the currency that a report is requested in, and the firm's currency, which rates may cross. Undefined if
 * there is none.
 */
export async function reportCurrency(
  tx: Transaction,
  id: string,
): Promise<{ readonly to: string; readonly base: string } | undefined> {
  const [found] = await tx.query<{ to: string; base: string }>(
    `SELECT r.code AS to, coalesce(t.settings ->> 'baseCurrency', 'USD') AS base
     FROM reference_entry r JOIN tenant t ON t.id = r.tenant_id WHERE r.tenant_id = $1 AND r.id = $2 AND r.type = 'currency'`,
    [tx.tenantId, id],
  );
  return found;
}
