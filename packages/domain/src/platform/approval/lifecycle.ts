import { defineLifecycle } from '../../kernel/lifecycle/index.ts';

const decided = { code: 'ALREADY_DECIDED', path: [], text: 'This approver has already answered.' } as const;

/** An approver's answer. After a rejection, the other answers remain until the distribution is submitted again; then everyone must answer again. */
export const approvalLifecycle = defineLifecycle({
  states: { PEND: 'Pending', APP: 'Approved', REJ: 'Rejected' },
  initial: 'PEND',
  refusals: { APP: decided, REJ: decided },
  events: {
    grantApproval: { from: ['PEND'], to: 'APP', permission: 'distribution.approve' },
    refuseApproval: { from: ['PEND'], to: 'REJ', permission: 'distribution.approve' },
    requestApprovalAgain: { from: ['APP', 'REJ'], to: 'PEND', permission: 'distribution.edit' },
  },
});
