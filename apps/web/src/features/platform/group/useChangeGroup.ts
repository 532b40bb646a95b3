import type { Group } from '@carrara/contract/platform/group/group';
import { useWrite } from '../../../api/calls.ts';
import { runWithToast } from '../../../api/runWithToast.ts';

type Part = Partial<Pick<Group, 'isInactive' | 'groupMembers'>>;
type ChangeGroup = (
  group: Group,
  part: Part,
  done: 'updated' | 'archived' | 'restored' | 'deleted',
) => Promise<boolean>;

/** Saves a group with one part changed. Resolves to true if it was saved. */
export function useChangeGroup(): ChangeGroup {
  const [save] = useWrite('saveGroup');
  return (group, part, done) => {
    const { id, rowVersion, name, roles, isInactive, groupMembers } = { ...group, ...part };
    const members = groupMembers.map(({ user, isInactive: isMemberInactive }) => ({
      user,
      isInactive: isMemberInactive,
    }));
    return runWithToast(async () => {
      await save({ body: { id, rowVersion, name, roles, isInactive, groupMembers: members } });
      return `${name} ${done} successfully`;
    });
  };
}
