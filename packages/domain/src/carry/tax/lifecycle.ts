import { defineLifecycle } from '../../kernel/index.ts';

/** A tax profile is never deleted, since distributions refer to it: deleting archives it, and it can be restored. */
export const taxProfileLifecycle = defineLifecycle({
  states: { ACTIVE: 'Active', ARCHIVED: 'Archived' },
  initial: 'ACTIVE',
  events: {
    saveTaxProfile: { from: ['ACTIVE'], permission: 'taxProfile.edit' },
    archiveTaxProfile: { from: ['ACTIVE'], to: 'ARCHIVED', permission: 'taxProfile.edit' },
    restoreTaxProfile: { from: ['ARCHIVED'], to: 'ACTIVE', permission: 'taxProfile.edit' },
  },
});
