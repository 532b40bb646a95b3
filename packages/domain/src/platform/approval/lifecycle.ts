import { defineLifecycle } from '../../kernel/lifecycle/index.ts';

const decided = { code: 'ALREADY_DECIDED', path: [], text: 'This approver has answered.' } as const;

/**
 * What one approver has answered. After a rejection the other answers are kept until the distribution is submitted
 * again; then everybody is asked anew.
 */
export const approvalLifecycle = defineLifecycle({
  states: { PEND: 'Pending', APP: 'Approved', REJ: 'Rejected' },
  initial: 'PEND',
  refusals: { APP: decided, REJ: decided },
  events: {
    giveApproval: { from: ['PEND'], to: 'APP', permission: 'distribution.approve' },
    refuseApproval: { from: ['PEND'], to: 'REJ', permission: 'distribution.approve' },
    askApprovalAnew: { from: ['APP', 'REJ'], to: 'PEND', permission: 'distribution.edit' },
  },
});
