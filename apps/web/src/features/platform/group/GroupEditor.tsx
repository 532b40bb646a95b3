import type { Group } from '@carrara/contract/platform/group/group';
import { RecordEditor } from '../../../record/editor/RecordEditor.tsx';
import { type ModuleRole, RolesEditor } from '../../../record/editor/RolesEditor.tsx';
import { groupRecord } from './groupRecord.ts';

type Values = Readonly<Record<string, unknown>>;

const rolesOf = (values: Values) => (values['roles'] as readonly ModuleRole[] | undefined) ?? [];
const membersOf = (values: Values) => (values['groupMembers'] as Group['groupMembers'] | undefined) ?? [];

const saved = (values: Values) => ({
  isInactive: values['isInactive'] === true,
  roles: rolesOf(values),
  groupMembers: membersOf(values).map(({ user, isInactive }) => ({ user, isInactive })),
});

/** The editor of a group and its roles. Its members are on its page. */
export function GroupEditor() {
  return (
    <RecordEditor
      record={groupRecord}
      moreOf={(loaded) => ({ roles: [], groupMembers: [], isInactive: false, ...loaded })}
      saved={saved}
      more={(form) => <RolesEditor roles={rolesOf(form.values)} onChange={(roles) => form.set('roles', roles)} />}
    />
  );
}
