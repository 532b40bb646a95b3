import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';

type Listed = Pick<Distribution['approvals'][number], 'approver' | 'substitute' | 'isRequested'>;

/** Returns a sentence that names the approver in whose place a person decides; empty if the person decides as an approver. */
export function substituteText(approvals: readonly Listed[], personId: string | undefined): string {
  if (personId === undefined || approvals.some(({ approver }) => approver.id === personId)) return '';
  const approval = approvals.find(({ substitute, isRequested }) => isRequested && substitute?.id === personId);
  return approval ? ` You decide in place of ${approval.approver.name ?? ''}.` : '';
}
