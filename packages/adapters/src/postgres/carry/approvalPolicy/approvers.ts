import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { fullName } from '../../engine/texts/personName.ts';

export interface ApproverCandidate {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Returns all active users of the tenant with the carry application, by their own role or a group's. */
export function approverCandidates(tx: Transaction): Promise<ApproverCandidate[]> {
  return tx.prepared<ApproverCandidate>(
    `SELECT p.id, ${fullName('p')} AS name, coalesce(p.email, p.login) AS email
     FROM membership m JOIN person p ON p.id = m.person_id AND NOT p.is_inactive
     WHERE m.tenant_id = $1 AND NOT m.is_inactive AND (
       EXISTS (SELECT FROM membership_role r WHERE r.tenant_id = m.tenant_id AND r.person_id = m.person_id AND r.application = 'carry')
       OR EXISTS (SELECT FROM user_group_member gm
         JOIN user_group g ON g.tenant_id = gm.tenant_id AND g.id = gm.group_id AND NOT g.is_inactive
         JOIN user_group_role gr ON gr.tenant_id = g.tenant_id AND gr.group_id = g.id AND gr.application = 'carry'
         WHERE gm.tenant_id = m.tenant_id AND gm.person_id = m.person_id AND NOT gm.is_inactive))
     ORDER BY lower(p.last_name), lower(p.first_name), p.id`,
    [tx.tenantId],
  );
}
