import { defineLifecycle } from '../../kernel/lifecycle/index.ts';

/**
 * A realization from draft to posting. A posted one never changes. To correct a mistake, reverse it and create a new one: the reversal is a separate
 * realization, and posting it marks the original as reversed.
 *
 * Source: docs/calculations/realization.md.
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
      action: 'posted',
      isDecision: true,
      call: {
        path: 'post',
        summary: 'Accrue it to its participants’ accounts',
        failures: [
          'OWN_RUN',
          'DATE_TOO_LATE',
          'INPUTS_CHANGED',
          'PROFILE_MISSING',
          'UNALLOCATED_NOT_ACKNOWLEDGED',
          'OVER_ALLOCATED',
        ],
      },
      button: { label: 'Post…', isMain: true },
    },
    // Creates the reversal as a separate record. This one is reversed when that one is posted.
    reverseRealization: {
      from: ['POSTED'],
      to: 'REVERSED',
      when: 'reversalPosted',
      permission: 'realization.edit',
      action: 'reversed',
      isDecision: true,
      call: {
        path: 'reverse',
        summary: 'Make the mirror of a posted one, as a draft',
        failures: ['ALREADY_REVERSED', 'REVERSAL_FIXED', 'REVERSED_BEFORE'],
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
      action: 'deleted',
      button: {
        label: 'Delete',
        isDangerous: true,
        text: "Deleting this estimate is permanent and can't be undone. Are you sure you want to continue?",
      },
    },
  },
});
