import type { EntityMember } from '@carrara/contract/carry/participant/entityMember';
import { amountSql, amountsAsText, amountsSql } from '../../engine/texts/amounts.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import {
  mismatchOfEntity,
  participantStatus,
  participantType,
  profileOfEntity,
} from '../../people/entityMember/memberSql.ts';

type Row = Omit<EntityMember, 'members'> & {
  /** The path of entities from the requested entity down to the direct owner of this member. */
  readonly chain: readonly string[];
};

/** Returns SQL for the amounts paid to a member on its path until the date, one row per currency. */
const paid = (figure: string) => `SELECT r.tenant_id, r.currency_id, sum(x.${figure}) AS amount
  FROM distribution_detail x JOIN distribution r ON r.tenant_id = x.tenant_id AND r.id = x.distribution_id AND r.status = 'DISB'
    AND r.distribution_date <= $3::date
  WHERE x.tenant_id = $1 AND x.participant_id = b.id
    AND x.path[cardinality(x.path) - cardinality(d.chain) + 1 :] = d.chain GROUP BY 1, 2`;

/**
 * Returns the tree of an entity's members. Each has its share in the profile in force, and the amount that disbursed
 * distributions paid on this path. The path of a distribution's row ends with the entities from the requested one
 * down.
 */
export async function memberTree(tx: Transaction, entityId: string, asOf: string): Promise<EntityMember[]> {
  const rows = await tx.query<Row>(
    `WITH RECURSIVE down (chain, id, participant_id, position) AS (
       SELECT ARRAY[m.entity_id], m.id, m.participant_id, m.position FROM entity_member m WHERE m.tenant_id = $1 AND m.entity_id = $2
       UNION ALL
       SELECT d.chain || d.participant_id, m.id, m.participant_id, m.position
       FROM down d JOIN entity_member m ON m.tenant_id = $1 AND m.entity_id = d.participant_id
       WHERE NOT m.participant_id = ANY (d.chain || d.participant_id))
     SELECT d.chain, d.id, b.id AS "participantId", ${participantType} AS type, b.name, b.code, e.business_title AS "businessTitle",
       ${participantStatus} AS status,
       (SELECT trim_scale(x.effective)::text FROM allocation_entry x WHERE x.tenant_id = $1 AND x.participant_id = b.id
         AND x.allocation_profile_id = ${profileOfEntity('d.chain[cardinality(d.chain)]', '$3::date')}) AS effective,
       b.kind = 'entity' AND ${mismatchOfEntity('b.id')} AS "memberMismatch",
       ${amountSql(paid('gross_carry_distributed'))} AS "grossCarryDistributed", ${amountSql(paid('net_carry_distributed'))} AS "netCarryDistributed",
       ${amountsAsText(paid('gross_carry_distributed'))} AS "carryByCurrency", ${amountsAsText(paid('net_carry_distributed'))} AS "netByCurrency",
       ${amountsSql(paid('gross_carry_distributed'))} AS "carryAmounts", ${amountsSql(paid('net_carry_distributed'))} AS "netAmounts"
     FROM down d JOIN participant b ON b.tenant_id = $1 AND b.id = d.participant_id
     LEFT JOIN employee e ON e.tenant_id = b.tenant_id AND e.id = b.id
     ORDER BY cardinality(d.chain), d.position, b.name, d.id`,
    [tx.tenantId, entityId, asOf],
  );
  const levels = new Map<string, EntityMember[]>([[entityId, []]]);
  for (const { chain, ...row } of rows) {
    const members: EntityMember[] = [];
    if (row.type === 'Entity') levels.set([...chain, row.participantId].join(' '), members);
    levels.get(chain.join(' '))?.push({ ...row, members });
  }
  return levels.get(entityId) ?? [];
}
