import { defineLifecycle, type EventOf } from '../../kernel/index.ts';

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

type Flagged = Readonly<Record<string, unknown>>;
const stateOf = ({ isInactive }: Flagged) => (isInactive === true ? 'ARCHIVED' : 'ACTIVE');

/** What saving a tax profile is: archiving and restoring are told by the flag alone, which keeps what it was when it is not sent. */
export function taxProfileEvent(before: Flagged, after: Flagged): EventOf<typeof taxProfileLifecycle> {
  const to = after['isInactive'] === undefined ? before : after;
  if (stateOf(before) === stateOf(to)) return 'saveTaxProfile';
  return stateOf(to) === 'ARCHIVED' ? 'archiveTaxProfile' : 'restoreTaxProfile';
}

/** Whether that may be saved: what is archived can only be restored. */
export const maySaveTaxProfile = (before: Flagged, after: Flagged): boolean =>
  taxProfileLifecycle.canApply(stateOf(before), taxProfileEvent(before, after));
