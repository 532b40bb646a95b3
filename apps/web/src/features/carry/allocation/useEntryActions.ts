import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import type { AllocationProfile, ProfileEntry } from '@carrara/contract/carry/allocation/allocationProfile';
import { useWrite } from '../../../api/calls.ts';
import { useContinueTo } from '../../../frame/useContinueTo.ts';
import { useRemember } from '../../../api/useRemember.ts';
import { runWithToast } from '../../../api/runWithToast.ts';
import { draftEntries } from './draft.ts';
import { showMembers } from './EntityAllocationDialog.tsx';
import { profilePath } from './addresses.ts';
import { nextVersion } from './profileActions.ts';
import { openReallocationDialog } from './ReallocateDialog.tsx';

type EntryAction = (profile: AllocationProfile, entry: ProfileEntry) => Promise<void>;

/** Runs a change of one entry from the profile's page, and displays the resulting state. */
function useStored(): (profile: AllocationProfile, action: () => Promise<AllocationProfile>) => Promise<void> {
  const remember = useRemember();
  const continueTo = useContinueTo();
  return async (profile, action) => {
    await runWithToast(async () => {
      const stored = await action();
      remember('getAllocationProfile', stored);
      // For a profile in use, the change has created the next version.
      toastSuccess(`${stored.name} ${stored.id === profile.id ? 'updated' : 'saved'} successfully`);
      await continueTo(profilePath(stored.id));
    });
  };
}

const noticeOf = ({ canEdit, version }: AllocationProfile) => (canEdit ? undefined : nextVersion(version));

/** Reallocates an entry's rate. Creates the next version of a profile in use, otherwise the next revision. */
export function useReallocateEntry(): EntryAction {
  const [reallocate] = useWrite('reallocateAllocationProfile');
  const store = useStored();
  return async (profile, { participantId }) => {
    const { id, rowVersion, isShareBased } = profile;
    const entries = draftEntries(profile, false);
    const removed = entries.find((entry) => entry.participantId === participantId);
    if (!removed) return;
    const effectives = new Map(profile.entries.map((entry) => [entry.participantId, entry.effective]));
    const stored = { notice: noticeOf(profile) };
    const chosen = await openReallocationDialog({ entries, isShareBased, removed, effectives, stored });
    if (!chosen) return;
    const { recipients, reason } = chosen;
    const body = { removed: participantId, recipients: [...recipients], reason, rowVersion };
    await store(profile, () => reallocate({ params: { id }, body }));
  };
}

/** Opens the members of an entity's entry, and stores the decision if they have changed. */
export function useEntityMembers(mayEdit: boolean): EntryAction {
  const [resolve] = useWrite('resolveAllocationProfileMembers');
  const store = useStored();
  return async (profile, entry) => {
    const { id, rowVersion } = profile;
    const decided = await showMembers({
      entry,
      parentName: profile.container.name,
      mayResolve: mayEdit,
      stored: { notice: noticeOf(profile) },
    });
    if (!decided) return;
    const { participantId } = entry;
    const named = decided.profile ? { profile: { id: decided.profile.id } } : {};
    await store(profile, () =>
      resolve({ params: { id }, body: { participantId, ...named, reason: decided.reason, rowVersion } }),
    );
  };
}
