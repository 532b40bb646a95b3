import type { Failure, Result } from '../../kernel/index.ts';
import { defineLifecycle, type EventOf } from '../../kernel/lifecycle/index.ts';

/**
 * A version of an allocation profile. One version of each container is the default. A version that a distribution has used never changes: editing it
 * creates the next version.
 */
export const allocationProfileLifecycle = defineLifecycle({
  states: { VERSION: 'Version', DEFAULT: 'Default profile' },
  initial: 'VERSION',
  refusals: {
    DEFAULT: {
      code: 'IS_DEFAULT',
      path: [],
      text: 'This is the default profile. Set another profile as the default first.',
    },
  },
  events: {
    setDefaultAllocationProfile: {
      from: ['VERSION', 'DEFAULT'],
      to: 'DEFAULT',
      permission: 'allocationProfile.edit',
      action: 'set as the default',
      call: {
        path: 'set-default',
        summary: 'Set it as the default profile of its container',
        failures: ['PROFILE_NOT_USABLE'],
      },
      button: { label: 'Set as default', message: '{name} is now set as the default profile.' },
    },
    // Applies to the previous default when another version becomes the default, either by saving that version or by setting it.
    replaceDefaultAllocationProfile: {
      from: ['DEFAULT'],
      to: 'VERSION',
      permission: 'allocationProfile.edit',
      action: 'no longer the default',
    },
    deleteAllocationProfile: {
      from: ['VERSION'],
      ends: true,
      permission: 'allocationProfile.edit',
      action: 'deleted',
      button: {
        label: 'Delete',
        isDangerous: true,
        text: "Deleting this version is permanent and can't be undone. Are you sure you want to continue?",
      },
    },
  },
});

/** Decides a move of a version. Fails: IS_DEFAULT. */
export const decideProfileMove = (
  { isCurrent }: { readonly isCurrent: boolean },
  event: EventOf<typeof allocationProfileLifecycle>,
): Result<{ readonly isCurrent: boolean }, Failure> =>
  allocationProfileLifecycle
    .apply(isCurrent ? 'DEFAULT' : 'VERSION', event)
    .map((state) => ({ isCurrent: state === 'DEFAULT' }));
