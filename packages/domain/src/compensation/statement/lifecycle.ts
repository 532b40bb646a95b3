import { defineLifecycle } from '../../kernel/lifecycle/index.ts';
import { acknowledgmentFields } from '../../platform/acknowledgment/index.ts';

/**
 * A statement of a year's pay: drafted, then released, which freezes its figures. A correction is another statement for the same person and year. Its
 * release supersedes the first one, and both remain stored.
 */
export const payStatementLifecycle = defineLifecycle({
  states: { DRAFT: 'Draft', REL: 'Released', SUP: 'Superseded', WDR: 'Withdrawn' },
  initial: 'DRAFT',
  events: {
    savePayStatement: { from: ['DRAFT'], permission: 'pay.edit' },
    releasePayStatement: {
      from: ['DRAFT'],
      to: 'REL',
      permission: 'pay.edit',
      action: 'released',
      isDecision: true,
      call: {
        path: 'release',
        summary: 'Release a statement and store its figures and PDF',
        failures: ['NOT_PRINTABLE', 'STORAGE_FULL'],
      },
      button: {
        label: 'Release',
        isMain: true,
        text: 'This saves the figures as they are now and delivers the statement to the employee in the portal. It replaces an earlier statement for the same year. To correct it later, release another statement.',
        fields: acknowledgmentFields,
      },
    },
    supersedePayStatement: { from: ['REL'], to: 'SUP', permission: 'pay.edit', action: 'superseded' },
    withdrawPayStatement: {
      from: ['REL'],
      to: 'WDR',
      permission: 'pay.edit',
      action: 'withdrawn',
      isDecision: true,
      call: { path: 'withdraw', summary: 'Withdraw a released statement' },
      button: {
        label: 'Withdraw',
        isDangerous: true,
        comment: 'required',
        text: 'The employee sees it as withdrawn, with this reason, and can no longer open it. The statement it replaced does not come back. Release another one instead.',
      },
    },
    deletePayStatement: { from: ['DRAFT'], ends: true, permission: 'pay.delete' },
  },
});
