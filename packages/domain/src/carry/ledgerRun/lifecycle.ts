import { defineLifecycle } from '../../kernel/lifecycle/index.ts';

/**
 * A run of the ledger from draft to its entries: opening balances, a release of escrow, a clawback. Somebody else than who made it approves it.
 * What is posted stays: a mistake is corrected by a reversal, which is a run of its own and reverses this one when it is posted.
 *
 * Source: calculations section 6.
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
      deed: 'submitted',
      undo: 'withdrawLedgerRun',
      call: { path: 'submit', summary: 'Ask for its approval', failures: ['INPUTS_CHANGED', 'TAKEN_SINCE'] },
      button: { label: 'Submit…', isMain: true },
    },
    withdrawLedgerRun: {
      from: ['SUB', 'APP'],
      to: 'DRAFT',
      permission: 'ledgerRun.edit',
      deed: 'withdrawn',
      call: {
        path: 'withdraw',
        summary: 'Take a submitted or approved one back to draft, with a comment',
        failures: ['COMMENT_REQUIRED'],
      },
      button: {
        label: 'Withdraw…',
        text: 'It becomes a draft again and needs approval again when it is submitted.',
        comment: 'required',
      },
    },
    approveLedgerRun: {
      from: ['SUB'],
      to: 'APP',
      permission: 'ledgerRun.approve',
      deed: 'approved',
      call: { path: 'approve', summary: 'Approve it', failures: ['OWN_LEDGER_RUN'] },
      button: { label: 'Approve…', isMain: true, comment: 'optional' },
    },
    rejectLedgerRun: {
      from: ['SUB'],
      to: 'REJ',
      permission: 'ledgerRun.approve',
      deed: 'rejected',
      undo: 'submitLedgerRun',
      call: { path: 'reject', summary: 'Send it back', failures: ['OWN_LEDGER_RUN'] },
      button: { label: 'Reject…', isDangerous: true, comment: 'optional', text: 'It goes back to who made it.' },
    },
    postLedgerRun: {
      from: ['APP'],
      to: 'POSTED',
      permission: 'ledgerRun.post',
      deed: 'posted',
      call: { path: 'post', summary: 'Enter it into the accounts', failures: ['INPUTS_CHANGED', 'TAKEN_SINCE'] },
      button: { label: 'Post…', isMain: true },
    },
    // It makes the mirror, a run of its own; when that is posted, this one is reversed.
    reverseLedgerRun: {
      from: ['POSTED'],
      to: 'REVERSED',
      when: 'reversalPosted',
      permission: 'ledgerRun.edit',
      deed: 'reversed',
      call: {
        path: 'reverse',
        summary: 'Make the mirror of a posted one, as a draft',
        failures: ['ALREADY_REVERSED', 'REVERSAL_FIXED', 'REVERSAL_BEFORE_RUN'],
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
      deed: 'deleted',
      button: {
        label: 'Delete',
        isDangerous: true,
        text: "Deleting this run is permanent and can't be undone. Are you sure you want to continue?",
      },
    },
  },
});
