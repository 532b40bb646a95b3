import type { ParticipantRow } from '@carrara/contract/people/participant';
import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { statusOnDay } from '../participant/statusOnDay.ts';
import { participantStatus, participantType } from './memberSql.ts';

/** The entity and all entities above it. None of them can become its member. */
const above = `(WITH RECURSIVE up (id) AS (
    SELECT ?::uuid UNION SELECT m.entity_id FROM up u JOIN entity_member m ON m.participant_id = u.id)
  SELECT up.id FROM up)`;

interface Eligible {
  readonly id: string;
  readonly participantId: string;
  readonly type: ParticipantRow['type'];
  readonly code: string | null;
  readonly name: string;
  readonly businessTitle: string | null;
  readonly status: ParticipantRow['status'];
}

/**
 * Participants who can be added to an entity. They are carry-eligible on a date, not yet members, and neither the
 * entity nor one above it.
 */
export const eligibleMemberList = defineListQuery<Eligible>({
  base: { table: 'participant', joins: { e: 'LEFT JOIN employee e ON e.tenant_id = b.tenant_id AND e.id = b.id' } },
  columns: {
    participantId: { value: 'b.id' },
    type: { value: participantType },
    code: column('code', 'b.code'),
    name: column('text', 'b.name'),
    businessTitle: column('text', 'e.business_title', ['e']),
    status: { value: participantStatus, sort: statusOnDay('b') },
  },
  search: { text: 'b.search_text', index: 'matching_participants' },
  filters: {
    eligibleOn: condition('b.carry_eligible_date <= ?::date'),
    newTo: condition(`NOT EXISTS (SELECT FROM entity_member m WHERE m.tenant_id = b.tenant_id AND m.entity_id = ?::uuid
      AND m.participant_id = b.id)`),
    notAbove: condition(`b.id NOT IN ${above}`),
  },
  defaultSort: { field: 'name', ascending: true },
});

export interface Candidate {
  readonly id: string;
  readonly kind: 'employee' | 'trust' | 'entity';
  readonly name: string;
  readonly carryEligibleDate: string | null;
  /** All entities below this one, at any depth. Empty for people and trusts. */
  readonly below: readonly string[];
}

/**
 * Returns the participants to be added as members, each with everything below it, so that an entity can't end up below
 * itself.
 */
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
