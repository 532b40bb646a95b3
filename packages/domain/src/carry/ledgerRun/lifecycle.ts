import { defineLifecycle } from '../../kernel/lifecycle/index.ts';

/**
 * A ledger run from draft to posting: opening balances, an escrow release or a clawback. Someone other than its creator approves it. A posted run
 * never changes. To correct a mistake, reverse it: the reversal is a separate run, and posting that run marks this one as reversed.
 *
 * Source: docs/calculations/account-entries.md.
 */
export const ledgerRunLifecycle = defineLifecycle({
  states: {
    DRAFT: 'Draft',
    REJ: 'Rejected',
    SUB: 'Submitted',
    APP: 'Approved',
    POSTED: 'Posted',
    REVERSED: 'Reversed',
  },
  initial: 'DRAFT',
  events: {
    saveLedgerRun: { from: ['DRAFT', 'REJ'], permission: 'ledgerRun.edit' },
    submitLedgerRun: {
      from: ['DRAFT', 'REJ'],
      to: 'SUB',
      permission: 'ledgerRun.edit',
      action: 'submitted',
      isDecision: true,
      undo: 'withdrawLedgerRun',
      call: { path: 'submit', summary: 'Submit it for approval', failures: ['INPUTS_CHANGED', 'USED_SINCE'] },
      button: { label: 'Submit…', isMain: true },
    },
    withdrawLedgerRun: {
      from: ['SUB', 'APP'],
      to: 'DRAFT',
      permission: 'ledgerRun.edit',
      action: 'withdrawn',
      isDecision: true,
      call: {
        path: 'withdraw',
        summary: 'Return it to draft, with a comment',
        failures: ['COMMENT_REQUIRED'],
      },
      button: {
        label: 'Withdraw…',
        text: 'The run becomes a draft again. When you resubmit it, it needs approval again.',
        comment: 'required',
      },
    },
    approveLedgerRun: {
      from: ['SUB'],
      to: 'APP',
      permission: 'ledgerRun.approve',
      action: 'approved',
      isDecision: true,
      call: { path: 'approve', summary: 'Approve it', failures: ['OWN_RUN'] },
      button: { label: 'Approve…', isMain: true, comment: 'optional' },
    },
    rejectLedgerRun: {
      from: ['SUB'],
      to: 'REJ',
      permission: 'ledgerRun.approve',
      action: 'rejected',
      isDecision: true,
      undo: 'submitLedgerRun',
      call: { path: 'reject', summary: 'Send it back, with a comment', failures: ['OWN_RUN', 'COMMENT_REQUIRED'] },
      button: {
        label: 'Reject…',
        isDangerous: true,
        comment: 'required',
        text: 'The run goes back to the person who created it.',
      },
    },
    postLedgerRun: {
      from: ['APP'],
      to: 'POSTED',
      permission: 'ledgerRun.post',
      action: 'posted',
      isDecision: true,
      call: {
        path: 'post',
        summary: 'Post it to the accounts',
        failures: ['DATE_TOO_LATE', 'INPUTS_CHANGED', 'USED_SINCE'],
      },
      button: { label: 'Post…', isMain: true },
    },
    // Creates the reversal as a separate run. This run is reversed when that one is posted.
    reverseLedgerRun: {
      from: ['POSTED'],
      to: 'REVERSED',
      when: 'reversalPosted',
      permission: 'ledgerRun.edit',
      action: 'reversed',
      isDecision: true,
      call: {
        path: 'reverse',
        summary: 'Make the mirror of a posted one, as a draft',
        failures: ['ALREADY_REVERSED', 'REVERSAL_FIXED', 'REVERSED_BEFORE', 'DATE_TOO_LATE'],
      },
      button: {
        label: 'Reverse…',
        fields: {
          name: { kind: 'text', title: 'Name' },
          runDate: { kind: 'date', title: 'Date', required: true },
          description: { kind: 'longText', title: 'Description' },
        },
      },
    },
    deleteLedgerRun: {
      from: ['DRAFT'],
      ends: true,
      permission: 'ledgerRun.delete',
      action: 'deleted',
      button: {
        label: 'Delete',
        isDangerous: true,
        text: "Deleting this run is permanent and can't be undone. Are you sure you want to continue?",
      },
    },
  },
});
