import { defineLifecycle } from '../../kernel/lifecycle/index.ts';

/**
 * A realization from draft to the ledger. What is posted stays: a mistake is corrected by a reversal, which is a realization of its own, and a
 * new one; when the reversal is posted, what it undoes is reversed.
 *
 * Source: calculations section 6.
 */
export const realizationLifecycle = defineLifecycle({
  states: { DRAFT: 'Draft', POSTED: 'Posted', REVERSED: 'Reversed' },
  initial: 'DRAFT',
  events: {
    saveRealization: { from: ['DRAFT'], permission: 'realization.edit' },
    postRealization: {
      from: ['DRAFT'],
      to: 'POSTED',
      permission: 'realization.post',
      deed: 'posted',
      call: {
        path: 'post',
        summary: 'Accrue it to the accounts of its participants',
        failures: [
          'OWN_REALIZATION',
          'INPUTS_CHANGED',
          'PROFILE_MISSING',
          'UNALLOCATED_NOT_ACKNOWLEDGED',
          'OVER_ALLOCATED',
        ],
      },
      button: { label: 'Post…', isMain: true },
    },
    // It makes the mirror, a record of its own; when that is posted, this one is reversed.
    reverseRealization: {
      from: ['POSTED'],
      to: 'REVERSED',
      when: 'reversalPosted',
      permission: 'realization.edit',
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
          realizationDate: { kind: 'date', title: 'Date', required: true },
          description: { kind: 'longText', title: 'Description' },
        },
      },
    },
    deleteRealization: {
      from: ['DRAFT'],
      ends: true,
      permission: 'realization.delete',
      deed: 'deleted',
      button: {
        label: 'Delete',
        isDangerous: true,
        text: "Deleting this estimate is permanent and can't be undone. Are you sure you want to continue?",
      },
    },
  },
});
