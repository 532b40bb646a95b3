import type { AllocationProfileSummary } from '@carrara/contract/carry/allocation/allocationProfile';
import { lifecycles } from '@carrara/contract/lifecycles';
import { confirm } from '@carrara/ui/feedback/questions.tsx';
import { useWrite } from '../../../api/calls.ts';
import { runConfirmed } from '../../../api/runWithToast.ts';
import { useContinueTo } from '../../../frame/useContinueTo.ts';
import { useOpenMoves } from '../../../record/profile/Moves.tsx';
import { editorPath } from './addresses.ts';

/** The actions that are open for a version. Only a valid version that gives shares can become the default, and only an unused one can be deleted. */
export function useProfileMoves({ isCurrent, isValid, hasShares, canDelete }: ProfileState): readonly string[] {
  const events = useOpenMoves('allocationProfile', isCurrent ? 'DEFAULT' : 'VERSION');
  const open: Readonly<Record<string, boolean>> = {
    setDefaultAllocationProfile: isValid && hasShares && !isCurrent,
    deleteAllocationProfile: canDelete,
  };
  return events.filter((event) => open[event]);
}
type ProfileState = Pick<AllocationProfileSummary, 'isCurrent' | 'isValid' | 'hasShares' | 'canDelete'>;

const blocked =
  'This profile can not be edited because it is associated with a distribution. Do you want to create a copy of this profile?';

/** Explains that a profile in use can't be edited, and offers to create a copy. */
export const openCopyDialog = (name: string): Promise<boolean> =>
  confirm({ title: `Edit ${name}`, text: blocked, confirmLabel: 'Create Copy' });

/** Opens the editor. If a distribution uses the profile, offers a copy instead. */
export function useEditProfile(): (profile: AllocationProfileSummary) => Promise<void> {
  const continueTo = useContinueTo();
  return async (profile) => {
    if (profile.canEdit) await continueTo(editorPath(profile, 'edit'));
    else if (await openCopyDialog(profile.name)) await continueTo(editorPath(profile, 'copy'));
  };
}

/** Makes a profile the default after a confirmation. */
export function useSuggestDefault(): (profile: AllocationProfileSummary) => Promise<void> {
  const [setDefault] = useWrite('setDefaultAllocationProfile');
  return async (profile) => {
    const { id, name, rowVersion } = profile;
    if (profile.isCurrent || !profile.isValid || !profile.hasShares) return;
    const { label, message } = lifecycles.allocationProfile.events.setDefaultAllocationProfile.button;
    const text = `${profile.container.name} has a different default profile. Set ${name} as the default?`;
    await runConfirmed(
      { title: 'Default profile', text, confirmLabel: label, cancelLabel: 'Not now', danger: false },
      async () => {
        await setDefault({ params: { id }, body: { rowVersion } });
        return message.replace('{name}', name);
      },
    );
  };
}

/** The effect of changing a profile that is in use. */
export const nextVersion = (version: number): string =>
  `A distribution uses version ${String(version)}, so that version doesn’t change. Your change creates the next version.`;
