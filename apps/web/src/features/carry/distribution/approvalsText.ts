import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';

/** The text at the tab of approvals: how many approvers have approved, or that one has rejected. Undefined without approvers. */
export function approvalsText({
  approvals,
}: {
  readonly approvals: readonly Pick<Distribution['approvals'][number], 'approvalDecision'>[];
}): string | undefined {
  if (approvals.length === 0) return undefined;
  if (approvals.some(({ approvalDecision }) => approvalDecision === 'REJ')) return 'rejected';
  const approved = approvals.filter(({ approvalDecision }) => approvalDecision === 'APP').length;
  return `${String(approved)}/${String(approvals.length)}`;
}
