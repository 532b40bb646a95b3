import { defineLifecycle } from '../../kernel/lifecycle/index.ts';

/** Access to somebody's pay: one who sees everybody's asks for it, another one confirms it; it ends by a word or by its date. */
export const payAccessLifecycle = defineLifecycle({
  states: { ASKED: 'Asked for', ACTIVE: 'Active', END: 'Ended' },
  initial: 'ASKED',
  events: {
    confirmPayAccess: {
      from: ['ASKED'],
      to: 'ACTIVE',
      permission: 'payAccess.edit',
      deed: 'confirmed',
      call: {
        path: 'confirm',
        summary: 'Confirm access to pay that somebody else has asked for',
        failures: ['PAY_ACCESS_NOT_YOURS'],
      },
      button: { label: 'Confirm', isMain: true },
    },
    refusePayAccess: {
      from: ['ASKED'],
      to: 'END',
      permission: 'payAccess.edit',
      deed: 'refused',
      call: { path: 'refuse', summary: 'Refuse access to pay', failures: ['PAY_ACCESS_NOT_YOURS'] },
      button: { label: 'Refuse', isDangerous: true },
    },
    revokePayAccess: {
      from: ['ACTIVE'],
      to: 'END',
      permission: 'payAccess.edit',
      deed: 'revoked',
      call: { path: 'revoke', summary: 'End access to pay at once', failures: ['PAY_ACCESS_NOT_YOURS'] },
      button: {
        label: 'Revoke',
        isDangerous: true,
        text: 'It ends at once, and whoever has it is told. To have it again it is asked for and confirmed anew.',
      },
    },
  },
});
