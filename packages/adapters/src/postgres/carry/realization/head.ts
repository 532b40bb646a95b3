import type { RealizationRecord } from '@carrara/contract/carry/run/realizationRecord';
import { type StoredRealization, type RealizationHead, realizationLifecycle } from '@carrara/domain/carry/realization';
import type { Remark } from '@carrara/domain/carry/run';
import { determinedSql } from '../../portfolio/container/sources.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';
import { runInputs } from '../run/runRow.ts';

/** Loads the head of a realization for decisions. With `lock`, locks it until the end of the transaction. */
export async function loadRealizationHead(
  tx: Transaction,
  id: string,
  lock = false,
): Promise<RealizationHead | undefined> {
  if (lock) {
    // Locks first, so that the read sees what the previous transaction wrote.
    await tx.prepared('SELECT 1 FROM realization WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tx.tenantId, id]);
  }
  const [head] = await tx.prepared<RealizationHead>(
    `SELECT d.id, d.status, d.kind = 'REVERSAL' AS "isReversal", d.reverses_id AS "reversesId", d.last_edited_by AS "lastEditedById",
       d.row_version AS "rowVersion", d.name, d.description, d.realization_date AS "realizationDate", d.engine_version AS "engineVersion",
       (SELECT r.id FROM realization r WHERE r.tenant_id = d.tenant_id AND r.reverses_id = d.id) AS "reversedById"
     FROM realization d WHERE d.tenant_id = $1 AND d.id = $2`,
    [tx.tenantId, id],
  );
  return head;
}

/** Loads the inputs that a stored run was computed from. */
export const loadRealizationInputs = runInputs<StoredRealization>('realization');

/** Head of a realization as the contract returns it, without sources and actions. */
export type DisplayedRealization = Omit<
  RealizationRecord,
  'sources' | 'participants' | 'problems' | 'actions' | 'canEdit'
> & {
  readonly remarks: readonly Remark[];
  /** Sources whose profile was chosen by a user. */
  readonly withChosenProfile: readonly string[];
};

const states: Readonly<Record<string, string>> = realizationLifecycle.states;

export async function loadDisplayedRealization(tx: Transaction, id: string): Promise<DisplayedRealization | undefined> {
  const reference = (where: string) =>
    `(SELECT jsonb_build_object('id', r.id, 'name', r.name) FROM realization r WHERE r.tenant_id = d.tenant_id AND ${where})`;
  const [head] = await tx.prepared<Omit<DisplayedRealization, 'status'> & { status: string }>(
    `SELECT d.id, d.row_version AS "rowVersion", d.created_at AS "createdDate", ${personName('d.created_by')} AS "createdBy",
       d.updated_at AS "updatedDate", ${personName('d.updated_by')} AS "updatedBy", d.name, d.description,
       d.realization_date AS "realizationDate", d.status, d.is_determined AS "isDetermined", d.total_carry AS "totalCarry",
       ${determinedSql('total_accrued', 'd')} AS "totalAccrued", ${determinedSql('total_unallocated', 'd')} AS unallocated,
       ${determinedSql('number_of_participants', 'd')} AS "numberOfParticipants",
       (SELECT count(*)::int FROM realization_source s WHERE s.tenant_id = d.tenant_id AND s.realization_id = d.id) AS "numberOfSources",
       (SELECT jsonb_build_object('id', r.id, 'code', r.code, 'description', r.description) FROM reference_entry r
         WHERE r.tenant_id = d.tenant_id AND r.id = d.currency_id) AS currency,
       d.unallocated_acknowledged_at IS NOT NULL AS "unallocatedAcknowledged", d.engine_version AS "engineVersion",
       d.posted_at AS "postedDate", ${personName('d.posted_by')} AS "postedBy",
       ${reference('r.id = d.reverses_id')} AS "reversalOf", ${reference('r.reverses_id = d.id')} AS "reversedBy", d.problems AS remarks,
       CASE WHEN d.ledger_act_id IS NOT NULL THEN jsonb_build_object('id', d.ledger_act_id, 'vehicleId', (
         SELECT coalesce(f.coinvestment_id, f.fund_id) FROM realization_source s JOIN source_facts f ON f.tenant_id = s.tenant_id AND f.id = s.container_id
         WHERE s.tenant_id = d.tenant_id AND s.realization_id = d.id ORDER BY s.position LIMIT 1)) END AS "ledgerAct",
       jsonb_path_query_array(d.inputs, '$.request.sources[*] ? (exists (@.profileId)).sourceId') AS "withChosenProfile"
     FROM realization d WHERE d.tenant_id = $1 AND d.id = $2`,
    [tx.tenantId, id],
  );
  if (!head) return undefined;
  return { ...head, status: { code: head.status, description: states[head.status] ?? head.status } };
}
