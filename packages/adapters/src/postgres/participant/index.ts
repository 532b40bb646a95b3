import { column, condition, defineListQuery, referenceColumn } from '../lists/index.ts';
import type { Transaction } from '../unitOfWork/index.ts';

export { employeeStore, entityStore, trustStore } from '../carry/participants.ts';

const titleCase = `CASE b.kind WHEN 'employee' THEN 'Employee' WHEN 'trust' THEN 'Trust' ELSE 'Entity' END`;
const distributed = `(SELECT coalesce(sum(x.gross_carry_distributed), 0.00) FROM distribution_detail x
  JOIN distribution d ON d.tenant_id = x.tenant_id AND d.id = x.distribution_id AND d.status = 'DISB'
  WHERE x.tenant_id = b.tenant_id AND x.participant_id = b.id)`;
const since = 'coalesce(e.hire_date, t.formation_date, n.formation_date)';

/** Employees, trusts and entities in one list; `kind` keeps one of them, `eligibleOn` those that may receive carry on that day. */
export const participantList = defineListQuery({
  base: {
    table: 'participant',
    joins: {
      e: 'LEFT JOIN employee e ON e.tenant_id = b.tenant_id AND e.id = b.id',
      t: 'LEFT JOIN trust t ON t.tenant_id = b.tenant_id AND t.id = b.id',
      n: 'LEFT JOIN entity n ON n.tenant_id = b.tenant_id AND n.id = b.id',
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
    isCarryEligible: { value: '(b.carry_eligible_date IS NOT NULL AND b.carry_eligible_date <= current_date)' },
    hireDate: column('date', since, ['e', 't', 'n']),
    terminationDate: column('date', 'b.termination_date'),
    office: referenceColumn('e.office_id', 'reference:office', ['e']),
    jobLevel: column('count', 'e.job_level', ['e']),
    totalCarryDistributed: column('money', distributed),
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
  const [figures] = await tx.query<ParticipantFigures>(
    `SELECT b.id AS "participantId", ${nothingRefers} AS "canDelete",
       (SELECT count(*)::int FROM trust x WHERE x.tenant_id = b.tenant_id AND x.employee_id = b.id) AS "numberOfTrusts"
     FROM participant b WHERE b.tenant_id = $1 AND b.id = $2`,
    [tx.tenantId, id],
  );
  if (!figures) throw new Error(`participant ${id} is not there after it was read`);
  return figures;
}

export interface EntityMember {
  readonly id: string;
  readonly participantId: string;
  readonly type: 'Employee' | 'Trust' | 'Entity';
  readonly name: string;
}

/** The members of an entity with the part that its allocation profile in force on a day gives each. */
export function entityMembers(tx: Transaction, entityId: string, asOf: string): Promise<EntityMember[]> {
  const pointing = (kind: string) =>
    `CASE WHEN b.kind = '${kind}' THEN jsonb_build_object('id', b.id, 'code', b.code, 'name', b.name) END`;
  return tx.query<EntityMember>(
    `WITH profile AS (
       SELECT p.id FROM allocation_profile p
       WHERE p.tenant_id = $1 AND p.container_id = $2 AND p.effective_date <= $3::date
       ORDER BY p.is_current DESC, p.effective_date DESC, p.version DESC LIMIT 1)
     SELECT m.id, b.id AS "participantId", ${titleCase} AS type, b.name,
       jsonb_build_object('code', b.status, 'description', CASE b.status WHEN 'TERMINATED' THEN 'Terminated' ELSE 'Active' END) AS status,
       ${pointing('employee')} AS employee, ${pointing('trust')} AS trust, ${pointing('entity')} AS "memberEntity",
       (SELECT trim_scale(x.effective)::text FROM allocation_entry x JOIN profile ON profile.id = x.allocation_profile_id
         WHERE x.tenant_id = $1 AND x.participant_id = b.id) AS effective
     FROM entity_member m JOIN participant b ON b.tenant_id = m.tenant_id AND b.id = m.participant_id
     WHERE m.tenant_id = $1 AND m.entity_id = $2 ORDER BY m.position, b.name, m.id`,
    [tx.tenantId, entityId, asOf],
  );
}

/** Whether the members of the entity are other than those of its default allocation profile; false while it has none. */
export async function hasMemberMismatch(tx: Transaction, entityId: string): Promise<boolean> {
  const [row] = await tx.query<{ mismatch: boolean }>(
    `WITH profile AS (SELECT p.id FROM allocation_profile p WHERE p.tenant_id = $1 AND p.container_id = $2 AND p.is_current),
       entry AS (SELECT x.participant_id FROM allocation_entry x JOIN profile ON profile.id = x.allocation_profile_id WHERE x.tenant_id = $1),
       member AS (SELECT m.participant_id FROM entity_member m WHERE m.tenant_id = $1 AND m.entity_id = $2)
     SELECT EXISTS (SELECT FROM profile) AND (EXISTS (SELECT * FROM entry EXCEPT SELECT * FROM member) OR EXISTS (SELECT * FROM member EXCEPT SELECT * FROM entry))
       AS mismatch`,
    [tx.tenantId, entityId],
  );
  return row?.mismatch ?? false;
}

export interface Candidate {
  readonly id: string;
  readonly kind: 'employee' | 'trust' | 'entity';
  readonly name: string;
  readonly carryEligibleDate: string | null;
  /** Every entity below this one, at any depth; empty for people and trusts. */
  readonly below: readonly string[];
}

/** Participants that are to become members, each with all that stands below it: an entity can not come to stand below itself. */
export function memberCandidates(tx: Transaction, ids: readonly string[]): Promise<Candidate[]> {
  return tx.query<Candidate>(
    `WITH RECURSIVE down(top, id) AS (
       SELECT m.entity_id, m.participant_id FROM entity_member m WHERE m.tenant_id = $1 AND m.entity_id = ANY ($2::uuid[])
       UNION SELECT d.top, m.participant_id FROM down d JOIN entity_member m ON m.tenant_id = $1 AND m.entity_id = d.id)
     SELECT b.id, b.kind, b.name, b.carry_eligible_date::text AS "carryEligibleDate",
       ARRAY(SELECT d.id::text FROM down d WHERE d.top = b.id) AS below
     FROM participant b WHERE b.tenant_id = $1 AND b.id = ANY ($2::uuid[])`,
    [tx.tenantId, ids],
  );
}
