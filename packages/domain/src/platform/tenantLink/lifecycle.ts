import { defineLifecycle } from '../../kernel/index.ts';

/** A request of one tenant to link an investor or a firm with another tenant; either side can end an accepted link. */
export const tenantLinkLifecycle = defineLifecycle({
  states: { PEND: 'Pending', ACCEPT: 'Accepted', REJ: 'Rejected', REM: 'Removed' },
  initial: 'PEND',
  events: {
    acceptTenantLinkRequest: { from: ['PEND'], to: 'ACCEPT', permission: 'tenantLink.edit' },
    rejectTenantLinkRequest: { from: ['PEND'], to: 'REJ', permission: 'tenantLink.edit' },
    removeTenantLink: { from: ['PEND', 'ACCEPT'], to: 'REM', permission: 'tenantLink.edit' },
  },
});
