import type { Group } from '@carrara/contract/platform/group';
import { confirm } from '@carrara/ui/feedback/questions.tsx';
import { Button } from '@mantine/core';
import { useContinueTo } from '../../../frame/useContinueTo.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { RecordProfile } from '../../../record/profile/RecordProfile.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { groupRecord } from './groupRecord.ts';
import { useChangeGroup } from './useChangeGroup.ts';

/** The page of a group. Deleting archives it, as the specification requires: the group leaves the list and can be restored. */
export function GroupProfile({ screen }: ScreenProps) {
  return <RecordProfile record={groupRecord} screen={screen} moreActions={(value) => <GroupActions group={value} />} />;
}

function GroupActions({ group }: { readonly group: Group }) {
  const mayEdit = useAllowed('group.edit');
  const mayDelete = useAllowed('group.delete');
  const change = useChangeGroup();
  const continueTo = useContinueTo();
  if (!mayEdit) return null;
  const remove = async () => {
    const text =
      'The members lose the roles that this group gives. The roles return if you restore the group. Are you sure you want to continue?';
    const question = { title: `Delete ${group.name}`, text, confirmLabel: 'Delete', danger: true };
    if (!(await confirm(question))) return;
    if (await change(group, { isInactive: true }, 'deleted')) await continueTo(groupRecord.paths.list);
  };
  const archive = () => change(group, { isInactive: !group.isInactive }, group.isInactive ? 'restored' : 'archived');
  return (
    <>
      {mayDelete && !group.isInactive ? (
        <Button variant="default" onClick={() => void remove()}>
          Delete
        </Button>
      ) : null}
      <Button variant="default" onClick={() => void archive()}>
        {group.isInactive ? 'Restore' : 'Archive'}
      </Button>
    </>
  );
}
