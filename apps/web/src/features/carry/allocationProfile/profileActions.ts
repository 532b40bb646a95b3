import type { AllocationProfileSummary } from '@carrara/contract/carry/allocationProfile';
import { confirm, toastError, toastSuccess } from '@carrara/ui/feedback';
import { failureText } from '../../../api/failure.ts';
import { useWrite } from '../../../api/calls.ts';
import { useGoOn } from '../../../frame/useGoOn.ts';
import { containerPath, editorPath, placeOf } from './places.ts';

/** Makes a profile its container's default one. */
export function useSetDefault(): (profile: AllocationProfileSummary) => Promise<void> {
  const [setDefault] = useWrite('setDefaultAllocationProfile');
  return async ({ id, name, rowVersion }) => {
    try {
      await setDefault({ params: { id }, body: { rowVersion } });
      toastSuccess(`${name} is now set as the default profile.`);
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
}

/** Suggests a profile that is not the default one for it. */
export function useSuggestDefault(): (profile: AllocationProfileSummary) => Promise<void> {
  const setDefault = useSetDefault();
  return async (profile) => {
    if (profile.isCurrent || !profile.isValid) return;
    const text = `${profile.container.name} has another default profile. Set ${profile.name} as the default?`;
    if (await confirm({ title: 'Default profile', text, confirmLabel: 'Set as default', cancelLabel: 'Not now' }))
      await setDefault(profile);
  };
}

const blocked =
  'This profile can not be edited because it is associated with a distribution. Do you want to create a copy of this profile?';

/** Says that a profile in use stays as it is, and asks whether a copy is wanted instead. */
export const askCopy = (name: string): Promise<boolean> =>
  confirm({ title: `Edit ${name}`, text: blocked, confirmLabel: 'Create Copy' });

/** Opens the editor; of a profile that a distribution uses a copy is offered. */
export function useEditProfile(): (profile: AllocationProfileSummary) => Promise<void> {
  const goOn = useGoOn();
  return async (profile) => {
    if (profile.canEdit) await goOn(editorPath(profile, 'edit'));
    else if (await askCopy(profile.name)) await goOn(editorPath(profile, 'copy'));
  };
}

/** Deletes a profile that is neither the default one nor in use; answers whether it is gone. */
export function useDeleteProfile(): (profile: AllocationProfileSummary) => Promise<boolean> {
  const [remove] = useWrite('deleteAllocationProfile');
  const goOn = useGoOn();
  return async (profile) => {
    const { id, name, rowVersion } = profile;
    const text = 'Are you sure you want to continue?';
    if (!(await confirm({ title: `Delete ${name}`, text, confirmLabel: 'Delete', danger: true }))) return false;
    try {
      await remove({ params: { id }, query: { rowVersion } });
      toastSuccess(`${name} deleted successfully`);
      await goOn(containerPath(placeOf(profile)));
      return true;
    } catch (failure) {
      toastError(failureText(failure));
      return false;
    }
  };
}

/** What a change of a profile in use does. */
export const nextVersion = (version: number): string =>
  `A distribution uses version ${String(version)}: it stays as it is, and this change makes the next version.`;
