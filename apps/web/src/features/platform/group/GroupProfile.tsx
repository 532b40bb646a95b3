import type { Group } from '@carrara/contract/platform/group/group';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
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
  return (
    <RecordProfile
      record={groupRecord}
      screen={screen}
      notice={(value) => <GroupNotice group={value} />}
      moreActions={(value) => <GroupActions group={value} />}
    />
  );
}

/** Explains why the viewer can't change or archive a group. */
function GroupNotice({ group: { canManage, archiveRefusal } }: { readonly group: Group }) {
  const mayEdit = useAllowed('group.edit');
  if (!mayEdit || (canManage && archiveRefusal === null)) return null;
  const text = canManage
    ? `You can’t archive this group. ${archiveRefusal ?? ''}`
    : 'This group gives roles in applications that you don’t administer. Only an administrator of all of them can change it.';
  return <Banner tone="info">{text}</Banner>;
}

function GroupActions({ group }: { readonly group: Group }) {
  const mayEdit = useAllowed('group.edit') && group.canManage;
  const mayDelete = useAllowed('group.delete') && group.archiveRefusal === null;
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
      {group.archiveRefusal === null ? (
        <Button variant="default" onClick={() => void archive()}>
          {group.isInactive ? 'Restore' : 'Archive'}
        </Button>
      ) : null}
    </>
  );
}
