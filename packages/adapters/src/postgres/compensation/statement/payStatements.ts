import {
  noStatement,
  type PayStatement,
  type payStatementEndpoints,
  payStatementFields,
} from '@carrara/contract/compensation/payStatement';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { statusCodes } from '@carrara/contract/lifecycles';
import { payStatementLifecycle } from '@carrara/domain/compensation/statement';
import { column, condition, equals } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { defineRecord } from '../../engine/records/recordStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';
import { leavingDay } from '../../people/participant/statusOnDay.ts';
import { statusText } from '../../statusText.ts';

const nameOfEmployee = '(SELECT p.name FROM participant p WHERE p.tenant_id = b.tenant_id AND p.id = b.employee_id)';

/** A statement without its figures. */
export type StoredStatement = Pick<
  PayStatement,
  | 'id'
  | 'rowVersion'
  | 'createdDate'
  | 'createdBy'
  | 'updatedDate'
  | 'updatedBy'
  | 'employee'
  | 'year'
  | 'message'
  | 'status'
>;

/** Store of statements. Row-level security returns only those of people whose pay is visible. */
export const payStatementStore = defineRecord<StoredStatement>({
  objectType: 'payStatement',
  table: 'pay_statement',
  fields: payStatementFields,
  containedBy: 'employee',
  stored: ['status'],
  statusTexts: payStatementLifecycle.states,
});

const inOrder = `array_position(ARRAY['${[noStatement.code, ...statusCodes('payStatement')].join("', '")}'], b.status)`;
const status = (text: string) => ({
  value: `jsonb_build_object('code', b.status, 'description', ${text})`,
  sort: inOrder,
});
const r = 'LEFT JOIN pay_statement_release r ON r.tenant_id = b.tenant_id AND r.pay_statement_id = b.id';

export const payStatementList = defineListQuery<RowOf<(typeof payStatementEndpoints)['listPayStatements']>>({
  base: { table: 'pay_statement', joins: { r } },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    employeeId: { value: 'b.employee_id' },
    name: column('text', nameOfEmployee),
    year: column('year', 'b.year'),
    status: status(statusText('payStatement', 'b.status')),
    releasedDate: column('instant', 'r.released_at', ['r']),
    releasedBy: column('text', personName('r.released_by'), ['r']),
    message: column('longText', 'b.message'),
  },
  filters: {
    employeeId: condition('b.employee_id = ?::uuid'),
    year: condition('b.year = ?::int'),
    status: equals('b.status'),
  },
  search: { text: `lower(${nameOfEmployee})` },
  defaultSort: { field: 'year', ascending: false },
});

/** SQL that is true for people who were paid something for a year, besides those employed in it. */
const paidInYear = `EXISTS (SELECT FROM award a WHERE a.tenant_id = e.tenant_id AND a.employee_id = e.id
      AND (a.performance_year = :year::int OR extract(year FROM a.pay_date) = :year::int))
    OR EXISTS (SELECT FROM deferred_entry d WHERE d.tenant_id = e.tenant_id AND d.employee_id = e.id AND extract(year FROM d.entry_date) = :year::int)
    OR EXISTS (SELECT FROM payroll_row o WHERE o.tenant_id = e.tenant_id AND o.employee_id = e.id AND extract(year FROM o.pay_date) = :year::int)`;
const wasThere = `(e.hire_date <= make_date(:year::int, 12, 31)
    AND coalesce(${leavingDay('p', 'make_date(:year::int, 12, 31)')} >= make_date(:year::int, 1, 1), true))`;

/**
 * SQL for everybody who needs a statement of a year, with their current statement: the draft, otherwise the released
 * one, otherwise the latest that is no longer in force.
 */
const ofYear = `SELECT e.tenant_id, coalesce(s.id, e.id) AS id, e.id AS employee_id, s.id AS statement_id, s.row_version, p.name, p.code, :year::int AS year,
    coalesce(s.status, '${noStatement.code}') AS status, r.released_at, r.released_by,
    (SELECT count(*)::int FROM pay_statement o WHERE o.tenant_id = e.tenant_id AND o.employee_id = e.id AND o.year = :year::int AND o.status = 'SUP') AS superseded
  FROM employee e JOIN participant p ON p.tenant_id = e.tenant_id AND p.id = e.id
  LEFT JOIN LATERAL (SELECT o.* FROM pay_statement o WHERE o.tenant_id = e.tenant_id AND o.employee_id = e.id AND o.year = :year::int
    ORDER BY array_position(ARRAY['DRAFT', 'REL', 'WDR', 'SUP'], o.status), o.updated_at DESC, o.id LIMIT 1) s ON true
  LEFT JOIN pay_statement_release r ON r.tenant_id = e.tenant_id AND r.pay_statement_id = s.id
  WHERE e.tenant_id = current_tenant() AND e.id IN (SELECT visible_pay()) AND (s.id IS NOT NULL OR ${wasThere} OR ${paidInYear})`;

export const payStatementsOfYear = defineListQuery<RowOf<(typeof payStatementEndpoints)['listPayStatementsOfYear']>>({
  base: { table: 'of_year', rows: ofYear },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    employeeId: { value: 'b.employee_id' },
    statementId: { value: 'b.statement_id' },
    name: column('text', 'b.name'),
    code: column('code', 'b.code'),
    year: column('year', 'b.year'),
    status: status(
      `CASE b.status WHEN '${noStatement.code}' THEN '${noStatement.description}' ELSE ${statusText('payStatement', 'b.status')} END`,
    ),
    releasedDate: column('instant', 'b.released_at'),
    releasedBy: column('text', personName('b.released_by')),
    superseded: column('count', 'b.superseded'),
  },
  filters: { state: equals('b.status') },
  search: { text: 'lower(b.name)' },
  defaultSort: { field: 'name', ascending: true },
});

/** A person's statement of a year, in a given status. */
export interface StatementAt {
  readonly id: string;
  readonly employeeId: string;
  readonly name: string;
}

/** Returns the statements of a year in a status, of these people or of all visible ones, by name. */
export const statementsAt = (
  tx: Transaction,
  query: { readonly year: number; readonly status: string; readonly employees: readonly string[] | null },
): Promise<StatementAt[]> =>
  tx.query<StatementAt>(
    `SELECT b.id, b.employee_id AS "employeeId", ${nameOfEmployee} AS name FROM pay_statement b
     WHERE b.tenant_id = $1 AND b.year = $2 AND b.status = $3 AND ($4::uuid[] IS NULL OR b.employee_id = ANY ($4)) ORDER BY 3, 1`,
    [tx.tenantId, query.year, query.status, query.employees],
  );
