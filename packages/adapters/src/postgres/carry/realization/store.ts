import {
  dateOfSource,
  type RealizationHead,
  type RealizationPorts,
  type RealizationToKeep,
} from '@carrara/domain/carry/realization';
import { isDetermined, type ShareFacts } from '@carrara/domain/carry/run';
import { fail } from '@carrara/domain/kernel';
import { type StaleFailure, staleFailureOf } from '../../engine/records/index.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { postAccruals } from '../accountEntry/index.ts';
import { grouped } from '../run/grouped.ts';
import { readableFailures } from '../run/labels.ts';
import { newRowId } from '../run/rowIds.ts';
import { loadShares } from '../run/shares.ts';
import { changedRealization } from './changed.ts';
import { lastChangeOfRealization, loadRealizationHead, loadRealizationInputs } from './head.ts';
import { deleteAccruals, insertAccruals, loadAccruals } from './rows.ts';

/**
 * Implements the ports of the domain's operations in one transaction. Every write records the realization before and
 * after it in the audit log.
 */
export function realizationPorts(tx: Transaction, rules: { readonly allowSelfApproval: boolean }): RealizationPorts {
  return {
    personId: tx.personId ?? '',
    allowSelfApproval: rules.allowSelfApproval,
    newId: newRowId,
    hold: (id) => loadRealizationHead(tx, id, true),
    stale: (head, rowVersion) => staleFailure(tx, head, rowVersion),
    facts: async (request) => {
      const byDate = grouped(request.sources, (source) => dateOfSource(source, request));
      const facts = new Map<string, ShareFacts>();
      for (const [date, sources] of byDate)
        facts.set(date, await loadShares(tx, { date, sources, participantIds: [] }));
      return facts;
    },
    inputsOf: (id) => loadRealizationInputs(tx, id),
    rowsOf: (id) => loadAccruals(tx, id),
    readable: (failures) => readableFailures(tx, failures),
    keep: (draft, before) =>
      changedRealization(
        tx,
        draft.id,
        draft.reversesId ? 'reverseRealization' : 'saveRealization',
        draft.reason,
        async () => {
          if (before) await deleteAccruals(tx, draft.id);
          await writeHead(tx, draft, before);
          await insertAccruals(tx, draft.id, draft.rows);
          return {};
        },
      ),
    post: (head, posted, status, comment) =>
      changedRealization(tx, head.id, 'postRealization', comment, async () => {
        const { numberOfEntries, amount } = await postAccruals(tx, head.id, posted);
        await tx.query(
          `UPDATE realization SET status = $3, posted_at = $4, posted_by = $5, row_version = row_version + 1, updated_at = $4, updated_by = $5
           WHERE tenant_id = $1 AND id = $2`,
          [tx.tenantId, head.id, status, tx.now, tx.personId],
        );
        return { numberOfEntries, amount };
      }),
    move: (head, event, status) =>
      changedRealization(tx, head.id, event, null, async () => {
        await tx.query(
          `UPDATE realization SET status = $3, row_version = row_version + 1, updated_at = $4, updated_by = $5 WHERE tenant_id = $1 AND id = $2`,
          [tx.tenantId, head.id, status, tx.now, tx.personId],
        );
        return {};
      }),
    remove: (head) =>
      changedRealization(tx, head.id, 'deleteRealization', null, async () => {
        await tx.query('DELETE FROM realization WHERE tenant_id = $1 AND id = $2', [tx.tenantId, head.id]);
        return {};
      }),
  };
}

async function staleFailure(
  tx: Transaction,
  head: RealizationHead,
  rowVersion: number | null | undefined,
): Promise<StaleFailure | ReturnType<typeof fail> | undefined> {
  if (rowVersion === head.rowVersion) return undefined;
  if (typeof rowVersion !== 'number')
    return fail('ROW_VERSION_REQUIRED', ['rowVersion'], 'Send the RowVersion of the record to change it.');
  const { changedBy, changedDate } = await lastChangeOfRealization(tx, head.id);
  return staleFailureOf({ changedBy, changedDate, rowVersion: head.rowVersion });
}

async function writeHead(
  tx: Transaction,
  draft: RealizationToKeep,
  before: RealizationHead | undefined,
): Promise<void> {
  const { request, input, rows } = draft;
  const { totals } = rows;
  const acknowledged = request.unallocatedAcknowledged;
  const values: readonly (readonly [column: string, value: unknown])[] = [
    ['name', draft.name],
    ['description', draft.description],
    ['realization_date', request.realizationDate],
    ['kind', draft.reversesId ? 'REVERSAL' : 'REGULAR'],
    ['reverses_id', draft.reversesId ?? null],
    ['unallocated_acknowledged_at', acknowledged ? tx.now : null],
    ['unallocated_acknowledged_by', acknowledged ? tx.personId : null],
    ['is_determined', isDetermined(totals)],
    ['total_carry', totals.netDistributable],
    ['total_accrued', totals.gross ?? '0.00'],
    ['total_unallocated', totals.unallocated ?? '0.00'],
    ['number_of_participants', totals.numberOfParticipants ?? 0],
    ['inputs', JSON.stringify({ request, input })],
    ['problems', JSON.stringify(draft.remarks)],
    ['engine_version', draft.engineVersion],
    ['last_edited_by', tx.personId],
    ['updated_at', tx.now],
    ['updated_by', tx.personId],
  ];
  const at = values.map((_, i) => `$${i + 3}`);
  // A reversal takes the currency of the reversed realization.
  const currency = `coalesce($${values.length + 3}::uuid, (SELECT o.currency_id FROM realization o WHERE o.tenant_id = $1 AND o.id = $7))`;
  const all = [tx.tenantId, draft.id, ...values.map(([, value]) => value), draft.currencyId];
  if (before) {
    const sets = values.map(([column], i) => `${column} = ${at[i]}`).join(', ');
    await tx.query(
      `UPDATE realization SET ${sets}, currency_id = ${currency}, row_version = row_version + 1 WHERE tenant_id = $1 AND id = $2`,
      all,
    );
    return;
  }
  await tx.query(
    `INSERT INTO realization (tenant_id, id, ${values.map(([column]) => column).join(', ')}, currency_id, created_at, created_by)
     VALUES ($1, $2, ${at.join(', ')}, ${currency}, $${values.length + 4}, $${values.length + 5})`,
    [...all, tx.now, tx.personId],
  );
}
