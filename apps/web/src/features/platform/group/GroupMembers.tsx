import type { Group } from '@carrara/contract/platform/group/group';
import { confirm } from '@carrara/ui/feedback/questions.tsx';
import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { referenceText } from '@carrara/ui/value/valueText.ts';
import { Button } from '@mantine/core';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { RolesTable } from '../../../record/editor/RolesEditor.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { selectUsers } from './SelectUsersDialog.tsx';
import { useChangeGroup } from './useChangeGroup.ts';
import { recordHref } from '../../../record/recordHref.ts';

type Member = Group['groupMembers'][number];
const columns = [
  { field: 'user', kind: 'reference', title: 'User' },
  { field: 'isInactive', kind: 'boolean', title: 'Archived' },
] as const;

/** The members of a group, and the roles they get from it. */
export function GroupMembers({ id }: ViewProps) {
  const { data: group } = useRead('getGroup', { params: { id } });
  const maySave = useAllowed('group.edit');
  const change = useChangeGroup();
  if (!group) return <LoadingState />;
  const mayEdit = maySave && group.canManage;
  const members = group.groupMembers;
  const addUsers = async () => {
    const users = await selectUsers(new Set(members.map(({ user }) => user.id)));
    const added = users.map((user) => ({ user, isInactive: false, canDelete: true }));
    if (added.length > 0) await change(group, { groupMembers: [...members, ...added] }, 'updated');
  };
  const remove = async ({ user }: Member) => {
    const text =
      'The person loses the roles that this group gives. You can add the person again. Are you sure you want to continue?';
    const title = `Remove ${referenceText(user)} from ${group.name}`;
    if (!(await confirm({ title, text, confirmLabel: 'Remove', danger: true }))) return;
    await change(group, { groupMembers: members.filter((other) => other.user.id !== user.id) }, 'updated');
  };
  const removeButton = (member: Member) => <RowButton label="Remove" onClick={() => remove(member)} />;
  const add = mayEdit ? <Button onClick={() => void addUsers()}>Add users</Button> : null;
  return (
    <Stack>
      <Panel title="Members" flush actions={members.length > 0 ? add : null}>
        {members.length === 0 ? (
          <EmptyState action={add} />
        ) : (
          <DataTable
            label="Members"
            columns={columns}
            rows={members}
            rowKey={({ user }) => user.id}
            rowHref={({ user }) => recordHref('user', user.id)}
            {...(mayEdit ? { rowActions: removeButton } : {})}
          />
        )}
      </Panel>
      {group.roles.length > 0 ? <RolesTable roles={group.roles} /> : null}
    </Stack>
  );
}
