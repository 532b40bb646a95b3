import type { Entity } from '@carrara/contract/people/participant';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { participantStatus, participantType, profileOfEntity } from './memberSql.ts';

/** Returns the members of an entity with their shares in the allocation profile in force on a date. */
export function entityMembers(tx: Transaction, entityId: string, asOf: string): Promise<Entity['members']> {
  const pointing = (kind: string) =>
    `CASE WHEN b.kind = '${kind}' THEN jsonb_build_object('id', b.id, 'code', b.code, 'name', b.name) END`;
  return tx.query<Entity['members'][number]>(
    `WITH profile (id) AS (SELECT ${profileOfEntity('$2', '$3::date')})
     SELECT m.id, b.id AS "participantId", ${participantType} AS type, b.name, ${participantStatus} AS status,
       ${pointing('employee')} AS employee, ${pointing('trust')} AS trust, ${pointing('entity')} AS "memberEntity",
       (SELECT trim_scale(x.effective)::text FROM allocation_entry x JOIN profile ON profile.id = x.allocation_profile_id
         WHERE x.tenant_id = $1 AND x.participant_id = b.id) AS effective
     FROM entity_member m JOIN participant b ON b.tenant_id = m.tenant_id AND b.id = m.participant_id
     WHERE m.tenant_id = $1 AND m.entity_id = $2 ORDER BY m.position, b.name, m.id`,
    [tx.tenantId, entityId, asOf],
  );
}
