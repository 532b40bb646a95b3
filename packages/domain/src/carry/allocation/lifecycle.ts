import { defineLifecycle } from '../../kernel/index.ts';

/**
 * A version of an allocation profile. Of a container's versions one is its default; a version that a distribution has
 * used stays as it is for good: whoever edits it makes the next version of it (`copyAllocationProfile`).
 */
export const allocationProfileLifecycle = defineLifecycle({
  states: { VERSION: 'Version', DEFAULT: 'Default profile', DELETED: 'Deleted' },
  initial: 'VERSION',
  events: {
    saveAllocationProfile: {
      from: ['VERSION', 'DEFAULT'],
      permission: 'allocationProfile.edit',
      when: 'noDistributionUsesIt',
    },
    copyAllocationProfile: { from: ['VERSION', 'DEFAULT'], permission: 'allocationProfile.edit' },
    setDefaultAllocationProfile: { from: ['VERSION', 'DEFAULT'], to: 'DEFAULT', permission: 'allocationProfile.edit' },
    replaceDefaultAllocationProfile: {
      from: ['DEFAULT'],
      to: 'VERSION',
      permission: 'allocationProfile.edit',
      when: 'anotherBecomesDefault',
    },
    deleteAllocationProfile: {
      from: ['VERSION'],
      to: 'DELETED',
      permission: 'allocationProfile.delete',
      when: 'noDistributionUsesIt',
    },
  },
});
