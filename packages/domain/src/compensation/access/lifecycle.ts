import { defineLifecycle } from '../../kernel/lifecycle/index.ts';

/** Access to somebody's pay: one person requests it and another confirms it. It ends when it is revoked or on its date. */
export const payAccessLifecycle = defineLifecycle({
  states: { REQUESTED: 'Requested', ACTIVE: 'Active', END: 'Ended' },
  initial: 'REQUESTED',
  events: {
    confirmPayAccess: {
      from: ['REQUESTED'],
      to: 'ACTIVE',
      permission: 'payAccess.edit',
      action: 'confirmed',
      isDecision: true,
      call: {
        path: 'confirm',
        summary: 'Confirm access to pay that somebody else requested',
        failures: ['PAY_ACCESS_NOT_YOURS'],
      },
      button: { label: 'Confirm', isMain: true },
    },
    refusePayAccess: {
      from: ['REQUESTED'],
      to: 'END',
      permission: 'payAccess.edit',
      action: 'refused',
      isDecision: true,
      call: { path: 'refuse', summary: 'Refuse access to pay', failures: ['PAY_ACCESS_NOT_YOURS'] },
      button: { label: 'Refuse', isDangerous: true },
    },
    revokePayAccess: {
      from: ['ACTIVE'],
      to: 'END',
      permission: 'payAccess.edit',
      action: 'revoked',
      isDecision: true,
      call: { path: 'revoke', summary: 'End access to pay immediately', failures: ['PAY_ACCESS_NOT_YOURS'] },
      button: {
        label: 'Revoke',
        isDangerous: true,
        text: 'The access ends immediately, and the person is notified. Restoring it takes a new request and confirmation.',
      },
    },
  },
});
