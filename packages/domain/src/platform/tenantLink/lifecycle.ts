import { defineLifecycle } from '../../kernel/lifecycle/index.ts';

/** A link between two firms: one requests it, the other answers, and either can remove it. */
export const tenantLinkLifecycle = defineLifecycle({
  states: { PEND: 'Pending', ACCEPT: 'Accepted', REJ: 'Rejected', REM: 'Removed' },
  initial: 'PEND',
  events: {
    acceptTenantLinkRequest: {
      from: ['PEND'],
      to: 'ACCEPT',
      permission: 'tenantLink.edit',
      action: 'accepted',
      button: { label: 'Accept…', isMain: true },
    },
    rejectTenantLinkRequest: {
      from: ['PEND'],
      to: 'REJ',
      permission: 'tenantLink.edit',
      action: 'rejected',
      button: {
        label: 'Reject…',
        isDangerous: true,
        comment: 'required',
        text: 'The other firm is notified with your comment.',
        message: 'Tenant Link request rejected successfully.',
      },
    },
    removeTenantLinkRequest: {
      from: ['PEND', 'ACCEPT'],
      to: 'REM',
      permission: 'tenantLink.delete',
      action: 'removed',
      button: {
        label: 'Remove…',
        isDangerous: true,
        text: 'No more data is transferred over this link. Data already transferred stays.',
      },
    },
  },
});
