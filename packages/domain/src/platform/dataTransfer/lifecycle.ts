import { defineLifecycle } from '../../kernel/index.ts';

/** A period's data on its way to a linked tenant: accepting copies it, and a copy that failed can be tried again. */
export const dataTransferLifecycle = defineLifecycle({
  states: { PEND: 'Pending', COMP: 'Completed', FAIL: 'Failed', DECL: 'Declined' },
  initial: 'PEND',
  events: {
    acceptDataTransfer: { from: ['PEND'], to: 'COMP', permission: 'dataTransfer.edit', when: 'dataCopied' },
    failDataTransfer: { from: ['PEND'], to: 'FAIL', permission: 'dataTransfer.edit' },
    declineDataTransfer: { from: ['PEND'], to: 'DECL', permission: 'dataTransfer.edit' },
    retryDataTransfer: { from: ['FAIL'], to: 'PEND', permission: 'dataTransfer.edit' },
  },
});
