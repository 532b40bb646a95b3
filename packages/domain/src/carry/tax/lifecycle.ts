import { defineLifecycle, type EventOf } from '../../kernel/lifecycle/index.ts';
import type { Failure, Result } from '../../kernel/index.ts';

/** A tax profile. It is never deleted because distributions refer to it: deleting archives it, and it can be restored. */
export const taxProfileLifecycle = defineLifecycle({
  states: { ACTIVE: 'Active', ARCHIVED: 'Archived' },
  initial: 'ACTIVE',
  refusals: {
    ARCHIVED: {
      code: 'ARCHIVED',
      path: ['isInactive'],
      text: '{name} is archived. Restore it to change it.',
    },
  },
  events: {
    saveTaxProfile: { from: ['ACTIVE'], permission: 'taxProfile.edit' },
    archiveTaxProfile: {
      from: ['ACTIVE'],
      to: 'ARCHIVED',
      permission: 'taxProfile.edit',
      action: 'archived',
      button: {
        label: 'Delete',
        isDangerous: true,
        text: 'This archives it. It stays wherever it is in use, and you can restore it. Are you sure you want to continue?',
        message: '{name} deleted successfully',
      },
    },
    restoreTaxProfile: {
      from: ['ARCHIVED'],
      to: 'ACTIVE',
      permission: 'taxProfile.edit',
      action: 'restored',
      button: { label: 'Restore' },
    },
  },
});

type Flagged = Readonly<Record<string, unknown>>;
const stateOf = ({ isInactive }: Flagged) => (isInactive === true ? 'ARCHIVED' : 'ACTIVE');

/** Returns the lifecycle event of a save. Only the inactive flag distinguishes archiving and restoring; if omitted, it stays unchanged. */
export function taxProfileEvent(before: Flagged, after: Flagged): EventOf<typeof taxProfileLifecycle> {
  const to = after['isInactive'] === undefined ? before : after;
  if (stateOf(before) === stateOf(to)) return 'saveTaxProfile';
  return stateOf(to) === 'ARCHIVED' ? 'archiveTaxProfile' : 'restoreTaxProfile';
}

/** Decides the state after a save. Fails: ARCHIVED, because an archived profile can only be restored. */
export const decideTaxProfile = (before: Flagged, after: Flagged): Result<string, Failure> =>
  taxProfileLifecycle.apply(stateOf(before), taxProfileEvent(before, after), { name: String(before['name']) });
