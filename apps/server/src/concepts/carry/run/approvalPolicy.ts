import { approvalPolicies } from '@carrara/adapters/postgres/carry/approvalPolicy/policies';
import { approvalSubstitutes } from '@carrara/adapters/postgres/carry/approvalPolicy/substitutes';
import { approverCandidates } from '@carrara/adapters/postgres/carry/approvalPolicy/approvers';
import { loadHead } from '@carrara/adapters/postgres/carry/distribution/head';
import type { ApprovalPolicyRow, approvalPolicyEndpoints } from '@carrara/contract/carry/run/approvalPolicy';
import { policyOn } from '@carrara/domain/carry/approvalPolicy';
import { candidateFailures } from '@carrara/domain/carry/distribution';
import { decimal, err, ok, required } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import {
  deleteApprovalPolicy,
  deleteApprovalSubstitute,
  saveApprovalPolicy,
  saveApprovalSubstitute,
} from '../../../usecases/carry/approvalPolicy.ts';
import { carryRules } from '../../../usecases/carry/carryRules.ts';
import { loadApprovalRule } from '../../../usecases/carry/distribution.ts';
import { recordNotFound } from '../../../usecases/outcome.ts';
import { displayedRule } from './readDistribution.ts';

async function policyRows({ tx, today }: RequestContext): Promise<ApprovalPolicyRow[]> {
  const rows = await approvalPolicies(tx);
  const current = policyOn(rows, today);
  return rows.map((row) => ({ ...row, isCurrent: row === current }));
}

/** Operations on approval policies and on substitutes. */
export const approvalPolicyOperations: Operations<typeof approvalPolicyEndpoints> = {
  listApprovalPolicies: async (context) => ok(await policyRows(context)),
  async saveApprovalPolicy(context, { body: { id, currency, bands, ...policy } }) {
    const saved = await saveApprovalPolicy(context, {
      ...policy,
      id: id ?? undefined,
      currencyId: currency.id,
      bands: bands.map(({ fromAmount, mode, quorum, approvers }) => ({
        fromAmount: decimal(fromAmount),
        mode,
        quorum: mode === 'QUORUM' ? (quorum ?? null) : null,
        approverIds: approvers.map((approver) => approver.id),
      })),
    });
    if (saved.isErr()) return err(saved.error);
    const rows = await policyRows(context);
    return ok(
      required(
        rows.find((row) => row.id === saved.value),
        'the policy that was just saved',
      ),
    );
  },
  deleteApprovalPolicy: async (context, { params, query }) =>
    (await deleteApprovalPolicy(context, params.id, query)).map((id) => ({ id })),
  async getApprovalRule(context, { params }) {
    const { tx, person } = context;
    const head = await loadHead(tx, params.id);
    if (!head) return recordNotFound('distribution');
    const rule = await loadApprovalRule(context, head.id);
    const candidates = await approverCandidates(tx);
    const ids = new Set(candidates.map(({ id }) => id));
    const makers = { ...head, submittedById: person.id };
    const approvers = rule.approverIds
      .filter((id) => candidateFailures([id], makers, ids, carryRules(context)).length === 0)
      .flatMap((id) => candidates.filter((candidate) => candidate.id === id));
    return ok({
      ...displayedRule(rule),
      approvers: approvers.map(({ id, name }) => ({ id, name })),
      requiresApprovers: rule.mode !== 'QUORUM',
    });
  },
  listApprovalSubstitutes: async ({ tx, today }) => ok(await approvalSubstitutes(tx, today)),
  async saveApprovalSubstitute(context, { body: { id, substitute, ...named } }) {
    const saved = await saveApprovalSubstitute(context, { ...named, id: id ?? undefined, substituteId: substitute.id });
    if (saved.isErr()) return err(saved.error);
    const rows = await approvalSubstitutes(context.tx, context.today);
    return ok(
      required(
        rows.find((row) => row.id === saved.value),
        'the substitution that was just saved',
      ),
    );
  },
  deleteApprovalSubstitute: async (context, { params, query }) =>
    (await deleteApprovalSubstitute(context, params.id, query)).map((id) => ({ id })),
};
