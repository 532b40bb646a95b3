import { actTitles, effectivePermissions } from '@carrara/contract/core/effectivePermissions';
import { modules } from '@carrara/contract/core/modules';
import { roleMeanings } from '@carrara/contract/core/roleMeanings';
import { payAccessKinds, type PayAccessKind } from '@carrara/domain/compensation/access';
import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { referenceText } from '@carrara/ui/value/valueText.ts';
import { readOnce, useRead, useWrite } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { runConfirmed } from '../../../api/runWithToast.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { RolesTable, roleTitle } from '../../../record/editor/RolesEditor.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { useAllowed, useAppDispatch } from '../../../session/hooks.ts';
import { recordHref } from '../../../record/recordHref.ts';
import styles from './user.module.css';

type User = Answer<'getUser'>;

const columns = [{ field: 'name', kind: 'text', title: 'Group' }] as const;

const accessColumns = [
  { field: 'application', kind: 'text', title: 'Application' },
  { field: 'role', kind: 'text', title: 'Role' },
  { field: 'through', kind: 'text', title: 'Given by' },
  { field: 'allows', kind: 'longText', title: 'Allows' },
] as const;

/** The person's effective permissions from all roles and groups. */
function EffectiveAccess({ user }: { readonly user: User }) {
  const { access, hasSecondFactor } = user;
  if (!access) return null;
  const { roles, employee, payAccess } = access;
  const pay = payAccess?.map((kind) => payAccessKinds[kind as PayAccessKind]).join(', ');
  return (
    <Panel title="Effective access" flush>
      <ul className={styles.facts}>
        <li>Second factor: {hasSecondFactor ? 'set up' : 'not set up, or managed by another firm'}</li>
        {employee ? (
          <li>
            Employee: <a href={`#/carry/employee/${employee.id}/profile/overview`}>{employee.name}</a>
          </li>
        ) : null}
        {payAccess ? <li>Access to pay: {pay === '' ? 'none' : pay}</li> : null}
      </ul>
      {user.isInactive ? (
        <EmptyState text="This user is archived and has no access. The roles return when the user is restored." />
      ) : roles.length === 0 ? (
        <EmptyState text="No roles yet. Choose roles with Edit, or add the person to a group." />
      ) : (
        <DataTable
          label="Effective access"
          cardsOnPhone
          columns={accessColumns}
          rows={roles.map(({ application, role, groups }) => ({
            application: modules[application].title,
            role: roleTitle(role),
            through: groups.length === 0 ? 'Own role' : groups.join(', '),
            allows: roleMeanings[application][role],
          }))}
          rowKey={({ application }) => application}
        />
      )}
    </Panel>
  );
}

/** Everything that the person's roles allow together. Firm settings can limit it further, such as approvals of own work. */
function Permissions({ user: { access, isInactive } }: { readonly user: User }) {
  if (!access || isInactive || access.roles.length === 0) return null;
  const grants = Object.fromEntries(access.roles.map(({ application, role }) => [application, role]));
  return (
    <Panel title="Permissions">
      <dl className={styles.permissions}>
        {effectivePermissions(grants).map(({ act, concepts }) => (
          <div key={act}>
            <dt>{actTitles[act] ?? act}</dt>
            <dd>{concepts.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** A person's own roles, and the groups that give more. */
export function UserAccess({ id }: ViewProps) {
  const { data: user } = useRead('getUser', { params: { id } });
  const { data: groups } = useRead('listGroupsOfUser', { params: { id } });
  const mayEdit = useAllowed('group.edit');
  const leave = useLeaveGroup(id);
  if (!user || !groups) return <LoadingState />;
  const leaveButton = (group: (typeof groups)[number]) => (
    <RowButton label="Remove from group" onClick={() => leave(group.id, referenceText(group))} />
  );
  return (
    <Stack>
      <EffectiveAccess user={user} />
      <Permissions user={user} />
      {user.roles.length > 0 ? (
        <RolesTable roles={user.roles} />
      ) : (
        <Panel title="Roles">
          <EmptyState text="No roles assigned directly." />
        </Panel>
      )}
      <TablePanel
        title="Groups"
        columns={columns}
        rows={groups}
        rowKey={(group) => group.id}
        rowHref={(group) => recordHref('group', group.id)}
        {...(mayEdit ? { rowActions: leaveButton } : {})}
        empty
      />
    </Stack>
  );
}

/** Removes the person from a group after a confirmation. */
function useLeaveGroup(userId: string): (groupId: string, groupName: string) => Promise<void> {
  const dispatch = useAppDispatch();
  const [save] = useWrite('saveGroup');
  return async (groupId, groupName) => {
    const text =
      'The person loses the roles that this group gives. You can add the person again. Are you sure you want to continue?';
    const question = { title: `Remove from ${groupName}`, text, confirmLabel: 'Remove' };
    await runConfirmed(question, async () => {
      const group = await readOnce(dispatch, 'getGroup', { params: { id: groupId } }, 'fresh');
      const { id, rowVersion, name, isInactive, roles, groupMembers } = group;
      const staying = groupMembers.filter(({ user }) => user.id !== userId);
      const members = staying.map(({ user, isInactive: isMemberInactive }) => ({ user, isInactive: isMemberInactive }));
      await save({ body: { id, rowVersion, name, isInactive, roles, groupMembers: members } });
      return `${groupName} updated successfully`;
    });
  };
}
