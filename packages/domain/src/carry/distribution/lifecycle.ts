import { defineLifecycle } from '../../kernel/index.ts';

/**
 * A distribution from draft to payment. What is disbursed stays: a mistake is corrected by a reversal and a new
 * distribution.
 *
 * A rejected one can be edited and submitted again, and then everybody is asked anew; one that is with its
 * approvers, or approved and not yet paid, can be withdrawn.
 * Source: specification of the carry area, section 4.
 */
export const distributionLifecycle = defineLifecycle({
  states: { DRAFT: 'Draft', SUB: 'Submitted', APP: 'Approved', REJ: 'Rejected', DISB: 'Disbursed' },
  initial: 'DRAFT',
  events: {
    saveDistribution: { from: ['DRAFT', 'REJ'], permission: 'distribution.edit' },
    addApprovers: { from: ['DRAFT', 'SUB', 'REJ'], permission: 'distribution.edit' },
    // The list is frozen while it is being asked, except that more can be added.
    removeApprover: { from: ['DRAFT', 'REJ'], permission: 'distribution.edit' },
    submitDistribution: { from: ['DRAFT', 'REJ'], to: 'SUB', permission: 'distribution.edit' },
    withdrawDistribution: { from: ['SUB', 'APP'], to: 'DRAFT', permission: 'distribution.edit' },
    approveDistribution: {
      from: ['SUB'],
      to: 'APP',
      permission: 'distribution.approve',
      when: 'everyApproverApproved',
    },
    rejectDistribution: { from: ['SUB'], to: 'REJ', permission: 'distribution.approve' },
    disburseDistribution: { from: ['APP'], to: 'DISB', permission: 'distribution.disburse' },
    reverseDistribution: { from: ['DISB'], permission: 'distribution.edit' },
    deleteDistribution: { from: ['DRAFT'], permission: 'distribution.delete' },
  },
});
