import { defineLifecycle } from '../../kernel/index.ts';

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
    postRealization: { from: ['DRAFT'], to: 'POSTED', permission: 'realization.post' },
    reverseRealization: { from: ['POSTED'], to: 'REVERSED', permission: 'realization.edit', when: 'reversalPosted' },
    deleteRealization: { from: ['DRAFT'], permission: 'realization.delete' },
  },
});
