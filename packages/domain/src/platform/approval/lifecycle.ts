import { defineLifecycle } from '../../kernel/index.ts';

/**
 * What one approver has answered. After a rejection the other answers are kept until the distribution is submitted
 * again; then everybody is asked anew.
 */
export const approvalLifecycle = defineLifecycle({
  states: { PEND: 'Pending', APP: 'Approved', REJ: 'Rejected' },
  initial: 'PEND',
  events: {
    giveApproval: { from: ['PEND'], to: 'APP', permission: 'distribution.approve' },
    refuseApproval: { from: ['PEND'], to: 'REJ', permission: 'distribution.approve' },
    askApprovalAnew: { from: ['PEND', 'APP', 'REJ'], to: 'PEND', permission: 'distribution.edit' },
  },
});
