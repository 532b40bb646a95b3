import type { Group } from '@carrara/contract/platform/group';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { failureWithStatus } from '../../../api/failure.ts';
import { useWrite } from '../../../api/calls.ts';

type Part = Partial<Pick<Group, 'isInactive' | 'groupMembers'>>;
type ChangeGroup = (
  group: Group,
  part: Part,
  done: 'updated' | 'archived' | 'restored' | 'deleted',
) => Promise<boolean>;

/** Saves a group with one part changed. Resolves to true if it was saved. */
export function useChangeGroup(): ChangeGroup {
  const [save] = useWrite('saveGroup');
  return async (group, part, done) => {
    const { id, rowVersion, name, roles, isInactive, groupMembers } = { ...group, ...part };
    const members = groupMembers.map(({ user, isInactive: gone }) => ({ user, isInactive: gone }));
    try {
      await save({ body: { id, rowVersion, name, roles, isInactive, groupMembers: members } });
      toastSuccess(`${name} ${done} successfully`);
      return true;
    } catch (failure) {
      toastError(failureWithStatus(failure));
      return false;
    }
  };
}
