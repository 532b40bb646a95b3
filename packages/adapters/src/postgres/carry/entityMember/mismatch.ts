import type { EntityMismatch } from '@carrara/contract/carry/participant/entityMember';
import { memberMismatch } from '../allocation/profileSql.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { addedMembers, participantType, removedMembers } from '../../people/entityMember/memberSql.ts';

const people = (
  ids: string,
) => `(SELECT coalesce(jsonb_agg(jsonb_build_object('participantId', b.id, 'type', ${participantType}, 'name', b.name)
  ORDER BY b.name, b.id), '[]') FROM participant b WHERE b.tenant_id = $1 AND b.id IN ${ids})`;

/**
 * Returns the differences between an entity and the profiles. These are its own default profile, member by member,
 * and other entities' default profiles that name it with different members. Undefined if the entity doesn't exist.
 */
export async function findMismatch(tx: Transaction, entityId: string): Promise<EntityMismatch | undefined> {
  const [row] = await tx.query<EntityMismatch>(
    `SELECT p.profile,
       CASE WHEN p.profile IS NULL THEN '[]' ELSE ${people(addedMembers('n.id'))} END AS added,
       CASE WHEN p.profile IS NULL THEN '[]' ELSE ${people(removedMembers('n.id'))} END AS removed,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', ap.id, 'name', ap.name, 'containerName', c.name) ORDER BY c.name, ap.id), '[]')
        FROM allocation_entry b
        JOIN allocation_profile ap ON ap.tenant_id = b.tenant_id AND ap.id = b.allocation_profile_id AND ap.is_current
        JOIN container c ON c.tenant_id = b.tenant_id AND c.id = ap.container_id
        WHERE b.tenant_id = $1 AND b.participant_id = n.id AND ${memberMismatch}) AS profiles
     FROM entity n
     LEFT JOIN LATERAL (SELECT jsonb_build_object('id', ap.id, 'name', ap.name) AS profile FROM allocation_profile ap
       WHERE ap.tenant_id = $1 AND ap.container_id = n.id AND ap.is_current) p ON true
     WHERE n.tenant_id = $1 AND n.id = $2`,
    [tx.tenantId, entityId],
  );
  return row;
}
