import type { ApprovalPolicyRow } from '@carrara/contract/carry/run/approvalPolicy';
import { type ApprovalPolicy, type PolicyBand, policyOn } from '@carrara/domain/carry/approvalPolicy';
import { decimal, displayedDate, moneyText } from '@carrara/domain/kernel';
import type { ApprovalMode } from '@carrara/domain/platform/approval';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { fullName, personName } from '../../engine/texts/personName.ts';

/** Returns the firm's policies, the latest first. */
export const approvalPolicies = (tx: Transaction): Promise<Omit<ApprovalPolicyRow, 'isCurrent'>[]> =>
  tx.query(
    `SELECT b.id, b.row_version AS "rowVersion", b.effective_date::text AS "effectiveDate", b.updated_at AS "updatedDate",
       ${personName('b.updated_by')} AS "updatedBy",
       (SELECT jsonb_build_object('id', r.id, 'code', r.code, 'description', r.description) FROM reference_entry r
         WHERE r.tenant_id = b.tenant_id AND r.id = b.currency_id) AS currency,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('fromAmount', n.from_amount::text, 'mode', n.mode, 'quorum', n.quorum,
           'approvers', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', ${fullName('p')}) ORDER BY a.ordinality), '[]')
             FROM unnest(n.approver_ids) WITH ORDINALITY a(id) JOIN membership m ON m.tenant_id = n.tenant_id AND m.person_id = a.id
             JOIN person p ON p.id = a.id)) ORDER BY n.position), '[]')
         FROM approval_policy_band n WHERE n.tenant_id = b.tenant_id AND n.approval_policy_id = b.id) AS bands
     FROM approval_policy b WHERE b.tenant_id = $1 ORDER BY b.effective_date DESC`,
    [tx.tenantId],
  );

/** Returns the policy in force on a day; undefined if there is none. */
export async function policyInForce(tx: Transaction, day: string): Promise<ApprovalPolicy | undefined> {
  const policy = policyOn(await approvalPolicies(tx), day);
  return (
    policy && {
      id: policy.id,
      effectiveDate: policy.effectiveDate,
      currency: policy.currency.code ?? '',
      bands: policy.bands.map(({ approvers, fromAmount, ...band }) => ({
        ...band,
        fromAmount: decimal(fromAmount),
        approverIds: approvers.map(({ id }) => id),
      })),
    }
  );
}

/** The fields of a policy to store. */
export interface PolicyToStore {
  readonly id?: string | undefined;
  readonly effectiveDate: string;
  readonly currencyId: string;
  readonly bands: readonly PolicyBand[];
}

/** The summary of a policy in the audit log. */
async function summary(tx: Transaction, id: string) {
  const found = (await approvalPolicies(tx)).find((policy) => policy.id === id);
  return (
    found && {
      rowVersion: found.rowVersion,
      values: {
        effectiveDate: found.effectiveDate,
        currency: found.currency.code,
        bands: found.bands.map(({ approvers, ...band }) => ({
          ...band,
          approvers: approvers.map(({ name }) => name).join(', '),
        })),
      },
    }
  );
}

async function changedPolicy(
  tx: Transaction,
  operation: 'saveApprovalPolicy' | 'deleteApprovalPolicy',
  id: string,
  work: () => Promise<void>,
): Promise<void> {
  const before = await summary(tx, id);
  await work();
  const after = await summary(tx, id);
  tx.record({
    operation,
    objectType: 'approvalPolicy',
    objectId: id,
    objectName: displayedDate((after ?? before)?.values.effectiveDate ?? ''),
    before: before?.values ?? null,
    after: after?.values ?? null,
    rowVersion: after?.rowVersion ?? null,
  });
}

/** Locks a policy until this transaction ends and returns its version; undefined if it doesn't exist. */
export async function lockPolicy(tx: Transaction, id: string): Promise<number | undefined> {
  const [found] = await tx.query<{ rowVersion: number }>(
    'SELECT row_version AS "rowVersion" FROM approval_policy WHERE tenant_id = $1 AND id = $2 FOR UPDATE',
    [tx.tenantId, id],
  );
  return found?.rowVersion;
}

/** Creates a policy, or replaces one with all its bands. */
export async function storePolicy(
  tx: Transaction,
  { id: existing, effectiveDate, currencyId, bands }: PolicyToStore,
): Promise<string> {
  const id = existing ?? newId();
  await changedPolicy(tx, 'saveApprovalPolicy', id, async () => {
    await tx.query(
      existing
        ? `UPDATE approval_policy SET effective_date = $3, currency_id = $4, row_version = row_version + 1, updated_at = $5, updated_by = $6
           WHERE tenant_id = $1 AND id = $2`
        : `INSERT INTO approval_policy (tenant_id, id, effective_date, currency_id, created_at, created_by, updated_at, updated_by)
           VALUES ($1, $2, $3, $4, $5, $6, $5, $6)`,
      [tx.tenantId, id, effectiveDate, currencyId, tx.now, tx.personId],
    );
    await tx.query('DELETE FROM approval_policy_band WHERE tenant_id = $1 AND approval_policy_id = $2', [
      tx.tenantId,
      id,
    ]);
    for (const [position, band] of bands.entries()) await insertBand(tx, id, position, band);
  });
  return id;
}

const insertBand = (
  tx: Transaction,
  policyId: string,
  position: number,
  { fromAmount, mode, quorum, approverIds }: PolicyBand,
): Promise<unknown> =>
  tx.query(
    `INSERT INTO approval_policy_band (tenant_id, id, approval_policy_id, position, from_amount, mode, quorum, approver_ids)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tx.tenantId,
      newId(),
      policyId,
      position,
      moneyText(fromAmount),
      mode satisfies ApprovalMode,
      quorum,
      [...approverIds],
    ],
  );

export const removePolicy = (tx: Transaction, id: string): Promise<void> =>
  changedPolicy(tx, 'deleteApprovalPolicy', id, async () => {
    await tx.query('DELETE FROM approval_policy WHERE tenant_id = $1 AND id = $2', [tx.tenantId, id]);
  });
