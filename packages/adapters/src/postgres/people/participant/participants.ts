import { amountSql, amountsAsText, amountsSql } from '../../engine/texts/amounts.ts';
import { column, condition, entry, equals, type ListColumn, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { displayedStatus, displayedTermination, leavingReason, statusOnDay } from './statusOnDay.ts';

const titleCase = `CASE b.kind WHEN 'employee' THEN 'Employee' WHEN 'trust' THEN 'Trust' ELSE 'Entity' END`;
/** SQL for the amounts that disbursed distributions paid, one row per currency. A participant who was never paid has one row without a currency. */
const distributed = `SELECT k.tenant_id, k.currency_id, k.amount FROM participant_carry k
  WHERE k.tenant_id = b.tenant_id AND k.participant_id = b.id AND (k.currency_id IS NOT NULL OR k.amount <> 0)`;
const since = 'coalesce(e.hire_date, t.formation_date, n.formation_date)';

/** List of employees, trusts and entities. `kind` filters by kind, `eligibleOn` by carry eligibility on a date. */
export const participantList = defineListQuery({
  base: {
    table: 'participant',
    joins: {
      e: 'LEFT JOIN employee e ON e.tenant_id = b.tenant_id AND e.id = b.id',
      t: 'LEFT JOIN trust t ON t.tenant_id = b.tenant_id AND t.id = b.id',
      n: 'LEFT JOIN entity n ON n.tenant_id = b.tenant_id AND n.id = b.id',
      largest: 'JOIN participant_carry p ON p.tenant_id = b.tenant_id AND p.participant_id = b.id AND p.rank = 1',
    },
  },
  columns: {
    participantId: { value: 'b.id' },
    rowVersion: column('count', 'coalesce(e.row_version, t.row_version, n.row_version)', ['e', 't', 'n']),
    type: { value: titleCase },
    code: column('code', 'b.code'),
    name: column('text', 'b.name'),
    businessTitle: column('text', 'e.business_title', ['e']),
    participantClass: referenceColumn('b.participant_class_id', 'reference:participant-class'),
    status: {
      value: displayedStatus('b'),
      sort: statusOnDay('b'),
    },
    isForeign: column('boolean', 'b.is_foreign'),
    carryEligibleDate: column('date', 'b.carry_eligible_date'),
    hireDate: column('date', since, ['e', 't', 'n']),
    terminationDate: column('date', displayedTermination('b')),
    office: referenceColumn('e.office_id', 'reference:office', ['e']),
    jobLevel: column('count', 'e.job_level', ['e']),
    totalCarryDistributed: {
      ...column('money', amountSql(distributed), ['largest']),
      // Amounts in different currencies can't be ordered, so the largest stands for them.
      sort: 'p.amount',
      // Never null, so that the index participant_carry_order provides the order.
      nullsLast: false,
    },
    carryByCurrency: { value: amountsAsText(distributed) },
    carryAmounts: { value: amountsSql(distributed) },
  },
  search: { text: 'b.search_text', index: 'matching_participants' },
  filters: {
    kind: condition('b.kind = ?'),
    eligibleOn: condition('b.carry_eligible_date <= ?::date'),
    status: equals(statusOnDay('b')),
    participantClass: entry('b.participant_class_id', 'participant-class'),
    office: entry('e.office_id', 'office', ['e']),
    trustType: entry('t.type_id', 'trust-type', ['t']),
    entityType: entry('n.type_id', 'entity-type', ['n']),
    employeeId: condition('t.employee_id = ?::uuid', ['t']),
  },
  defaultSort: { field: 'name', ascending: true },
});

const ofKind = (own: Readonly<Record<string, ListColumn>>) =>
  defineListQuery({
    ...participantList.definition,
    columns: { ...participantList.definition.columns, ...own },
  });

export const numberOfMembers = column(
  'count',
  '(SELECT count(*)::int FROM entity_member m WHERE m.tenant_id = b.tenant_id AND m.entity_id = b.id)',
);

/** Lists of the participants of one kind, with the columns that only that kind has. */
export const kindLists = {
  employee: ofKind({
    firstName: column('text', 'e.first_name', ['e']),
    lastName: column('text', 'e.last_name', ['e']),
    formattedName: column('text', 'e.formatted_name', ['e']),
    alternateFormattedName: column('text', 'e.alternate_formatted_name', ['e']),
    email: column('text', 'e.email', ['e']),
    title: referenceColumn('e.title_id', 'reference:title', ['e']),
    department: column('text', 'e.department', ['e']),
    terminationReason: column('text', leavingReason('b')),
    residenceCountry: referenceColumn('e.residence_country_id', 'reference:country', ['e']),
    citizenshipCountry: referenceColumn('e.citizenship_country_id', 'reference:country', ['e']),
  }),
  trust: ofKind({
    legalName: column('text', 'b.legal_name'),
    trustType: referenceColumn('t.type_id', 'reference:trust-type', ['t']),
    employee: referenceColumn('t.employee_id', 'employee', ['t']),
    formationDate: column('date', 't.formation_date', ['t']),
  }),
  entity: ofKind({
    entityType: referenceColumn('n.type_id', 'reference:entity-type', ['n']),
    formationDate: column('date', 'n.formation_date', ['n']),
    numberOfMembers,
  }),
} as const;

const nothingRefers = `NOT EXISTS (SELECT FROM allocation_entry x WHERE x.tenant_id = b.tenant_id AND x.participant_id = b.id)
  AND NOT EXISTS (SELECT FROM distribution_detail x WHERE x.tenant_id = b.tenant_id AND x.participant_id = b.id)
  AND NOT EXISTS (SELECT FROM account_entry x WHERE x.tenant_id = b.tenant_id AND x.participant_id = b.id)
  AND NOT EXISTS (SELECT FROM entity_member x WHERE x.tenant_id = b.tenant_id AND x.participant_id = b.id)
  AND NOT EXISTS (SELECT FROM trust x WHERE x.tenant_id = b.tenant_id AND x.employee_id = b.id)`;

export interface ParticipantFigures {
  readonly participantId: string;
  readonly canDelete: boolean;
  readonly numberOfTrusts: number;
}

/** Returns the derived figures in the profile of an employee, trust or entity. */
export async function participantFigures(tx: Transaction, id: string): Promise<ParticipantFigures> {
  const [figures] = await tx.prepared<ParticipantFigures>(
    `SELECT b.id AS "participantId", ${nothingRefers} AS "canDelete",
       (SELECT count(*)::int FROM trust x WHERE x.tenant_id = b.tenant_id AND x.employee_id = b.id) AS "numberOfTrusts"
     FROM participant b WHERE b.tenant_id = $1 AND b.id = $2`,
    [tx.tenantId, id],
  );
  if (!figures) throw new Error(`participant ${id} is missing after it was read`);
  return figures;
}
