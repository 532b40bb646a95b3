import { amountOf, amountsInWords } from '../carryViews/sources.ts';
import { column, condition, defineListQuery, referenceColumn } from '../lists/index.ts';
import type { Transaction } from '../unitOfWork/index.ts';

export { employeeStore, entityStore, trustStore } from '../carry/participants.ts';
export { employmentSteps } from './employment.ts';

const titleCase = `CASE b.kind WHEN 'employee' THEN 'Employee' WHEN 'trust' THEN 'Trust' ELSE 'Entity' END`;
/** What disbursed distributions paid, a row for each currency; who was never paid has one of no currency. */
const distributed = `SELECT k.tenant_id, k.currency_id, k.amount FROM participant_carry k
  WHERE k.tenant_id = b.tenant_id AND k.participant_id = b.id AND (k.currency_id IS NOT NULL OR k.amount <> 0)`;
const since = 'coalesce(e.hire_date, t.formation_date, n.formation_date)';

/** Employees, trusts and entities in one list; `kind` keeps one of them, `eligibleOn` those that may receive carry on that day. */
export const participantList = defineListQuery({
  base: {
    table: 'participant',
    joins: {
      e: 'LEFT JOIN employee e ON e.tenant_id = b.tenant_id AND e.id = b.id',
      t: 'LEFT JOIN trust t ON t.tenant_id = b.tenant_id AND t.id = b.id',
      n: 'LEFT JOIN entity n ON n.tenant_id = b.tenant_id AND n.id = b.id',
      largest: 'JOIN participant_carry p ON p.tenant_id = b.tenant_id AND p.participant_id = b.id AND p.place = 1',
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
      value: `jsonb_build_object('code', b.status, 'description', CASE b.status WHEN 'TERMINATED' THEN 'Terminated' ELSE 'Active' END)`,
      sort: 'b.status',
    },
    isForeign: column('boolean', 'b.is_foreign'),
    carryEligibleDate: column('date', 'b.carry_eligible_date'),
    hireDate: column('date', since, ['e', 't', 'n']),
    terminationDate: column('date', 'b.termination_date'),
    office: referenceColumn('e.office_id', 'reference:office', ['e']),
    jobLevel: column('count', 'e.job_level', ['e']),
    totalCarryDistributed: {
      ...column('money', amountOf(distributed), ['largest']),
      // Unlike amounts have no order among them; the largest stands for them.
      sort: 'p.amount',
    },
    carryByCurrency: { value: amountsInWords(distributed) },
  },
  search: { text: 'b.search_text', index: 'matching_participants' },
  filters: {
    kind: condition('b.kind = ?'),
    eligibleOn: condition('b.carry_eligible_date <= ?::date'),
    employeeId: condition('t.employee_id = ?::uuid', ['t']),
  },
  defaultSort: { field: 'name', ascending: true },
});

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

/** What the profile of an employee, trust or entity shows beside what is stored. */
export async function participantFigures(tx: Transaction, id: string): Promise<ParticipantFigures> {
  const [figures] = await tx.prepared<ParticipantFigures>(
    `SELECT b.id AS "participantId", ${nothingRefers} AS "canDelete",
       (SELECT count(*)::int FROM trust x WHERE x.tenant_id = b.tenant_id AND x.employee_id = b.id) AS "numberOfTrusts"
     FROM participant b WHERE b.tenant_id = $1 AND b.id = $2`,
    [tx.tenantId, id],
  );
  if (!figures) throw new Error(`participant ${id} is not there after it was read`);
  return figures;
}
