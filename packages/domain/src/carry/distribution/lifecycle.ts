import { defineLifecycle } from '../../kernel/lifecycle/index.ts';

/**
 * A distribution from draft to payment. A disbursed one never changes: correct a mistake with a reversal and a new distribution.
 *
 * A rejected distribution can be deleted, or edited and submitted again; all approvers then answer again. A submitted one, or one approved and not yet
 * paid, can be withdrawn.
 */
export const distributionLifecycle = defineLifecycle({
  states: { DRAFT: 'Draft', REJ: 'Rejected', SUB: 'Submitted', APP: 'Approved', DISB: 'Disbursed' },
  initial: 'DRAFT',
  events: {
    saveDistribution: { from: ['DRAFT', 'REJ'], permission: 'distribution.edit' },
    addApprovers: {
      from: ['DRAFT', 'SUB', 'REJ'],
      permission: 'distribution.edit',
      action: ['Approvers of distribution', 'added'],
    },
    // The approver list is frozen while answers are pending, except that approvers can be added.
    removeApprover: {
      from: ['DRAFT', 'REJ'],
      permission: 'distribution.edit',
      action: ['Approver of distribution', 'removed'],
    },
    submitDistribution: {
      from: ['DRAFT', 'REJ'],
      to: 'SUB',
      permission: 'distribution.edit',
      action: 'submitted',
      isDecision: true,
      call: {
        path: 'submit-for-approval',
        summary: 'Send the draft to its approvers',
        failures: [
          'NOT_ACKNOWLEDGED',
          'NO_APPROVERS',
          'NET_BELOW_ZERO',
          'CHARACTERIZATION_NOT_100',
          'CHARACTERIZATION_MISSING',
          'UNALLOCATED_NOT_ACKNOWLEDGED',
          'OVER_ALLOCATED',
          'MEMBER_MISMATCH',
          'USED_SINCE',
          'NOT_AN_APPROVER_CANDIDATE',
          'APPROVER_IS_MAKER',
          'POLICY_APPROVER_MISSING',
          'QUORUM_UNREACHABLE',
          'PAYEES_ONLY',
        ],
      },
      button: { label: 'Submit…', isMain: true },
    },
    withdrawDistribution: {
      from: ['SUB', 'APP'],
      to: 'DRAFT',
      permission: 'distribution.edit',
      action: 'withdrawn',
      isDecision: true,
      call: {
        path: 'withdraw',
        summary: 'Return it to draft, with a comment',
        failures: ['COMMENT_REQUIRED'],
      },
      button: {
        label: 'Withdraw…',
        text: 'The distribution becomes a draft again. When you resubmit it, its approvers decide again.',
        comment: 'required',
      },
    },
    approveDistribution: {
      from: ['SUB'],
      to: 'APP',
      permission: 'distribution.approve',
      when: 'enoughApprovals',
      action: 'approved',
      isDecision: true,
      button: { label: 'Approve…', isMain: true, comment: 'optional' },
    },
    rejectDistribution: {
      from: ['SUB'],
      to: 'REJ',
      permission: 'distribution.approve',
      action: 'rejected',
      isDecision: true,
      button: { label: 'Reject…', isDangerous: true, comment: 'required' },
    },
    disburseDistribution: {
      from: ['APP'],
      to: 'DISB',
      permission: 'distribution.disburse',
      action: 'disbursed',
      isDecision: true,
      call: {
        path: 'disburse',
        summary: 'Pay the distribution and post its account entries',
        failures: [
          'ONLY_APPROVER_DISBURSES',
          'DATE_TOO_LATE',
          'USED_SINCE',
          'NOT_ACKNOWLEDGED',
          'AMOUNT_ABOVE_BALANCES',
        ],
      },
      button: { label: 'Disburse…', isMain: true },
    },
    // Creates the reversal as a separate record. This one stays disbursed.
    reverseDistribution: {
      from: ['DISB'],
      permission: 'distribution.edit',
      action: 'reversed',
      isDecision: true,
      button: {
        label: 'Reverse…',
        fields: {
          name: { kind: 'text', title: 'Name' },
          distributionDate: { kind: 'date', title: 'Date', required: true },
          description: { kind: 'longText', title: 'Description' },
        },
      },
    },
    deleteDistribution: {
      from: ['DRAFT', 'REJ'],
      ends: true,
      permission: 'distribution.delete',
      action: 'deleted',
      button: {
        label: 'Delete',
        isDangerous: true,
        text: "Deleting this distribution is permanent and can't be undone. Are you sure you want to continue?",
      },
    },
  },
});
