import { defineLifecycle } from '../../kernel/lifecycle/index.ts';

/**
 * A transfer of an investor's locked figures at a quarter end, from its manager to the linked tenant. An accepted transfer remains valid for both
 * until it is undone. A later one for the same investor and quarter takes precedence.
 */
export const dataTransferLifecycle = defineLifecycle({
  states: {
    PEND: 'Pending',
    COMP: 'Completed',
    FAIL: 'Failed',
    DECL: 'Declined',
    SUP: 'Superseded',
    UNDO: 'Undone',
  },
  initial: 'PEND',
  events: {
    acceptDataTransfer: {
      from: ['PEND'],
      to: 'COMP',
      permission: 'dataTransfer.edit',
      action: 'accepted',
      button: { label: 'Accept…', isMain: true, message: 'Data transfer request accepted successfully.' },
    },
    declineDataTransfer: {
      from: ['PEND'],
      to: 'DECL',
      permission: 'dataTransfer.edit',
      action: 'declined',
      button: {
        label: 'Decline…',
        isDangerous: true,
        comment: 'optional',
        text: 'Nothing is imported. The other firm is notified.',
        message: 'Data transfer request declined successfully.',
      },
    },
    // The link was removed, or the received package differs from the one sent.
    failDataTransfer: { from: ['PEND'], to: 'FAIL', permission: 'dataTransfer.edit', action: 'failed' },
    supersedeDataTransfer: {
      from: ['PEND'],
      to: 'SUP',
      permission: 'dataTransfer.edit',
      action: 'superseded by a later version',
    },
    undoDataTransfer: {
      from: ['COMP'],
      to: 'UNDO',
      permission: 'dataTransfer.delete',
      action: 'undone',
      button: {
        label: 'Undo…',
        isDangerous: true,
        comment: 'required',
        text: 'Its figures no longer apply. If there was an earlier transfer for the quarter, it applies again.',
        message: 'Data transfer request undone successfully.',
      },
    },
  },
});
