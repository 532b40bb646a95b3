import {
  applicationUsers,
  groupList,
  loadGroup,
  type StoredGroup,
} from '@carrara/adapters/postgres/platform/group/groupStore';
import { administeredApplications } from '@carrara/adapters/postgres/platform/user/directory';
import type { Group, groupEndpoints } from '@carrara/contract/platform/group/group';
import { emptyId } from '@carrara/contract/core/kinds';
import { hasPermission } from '@carrara/contract/core/permissions';
import { err, ok } from '@carrara/domain/kernel';
import { archiveFailures, canManageGroup } from '@carrara/domain/platform/group';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import { archiveGroups, noSuchGroup, saveGroup } from '../../../usecases/platform/group.ts';

/** Adds what the requesting person can do with a group. */
async function visibleGroup({ tx, grants }: RequestContext, group: StoredGroup): Promise<Group> {
  const [before, after] = [await administeredApplications(tx), await administeredApplications(tx, group.id)];
  const [refusal] = group.isInactive ? [] : archiveFailures(group, { own: grants, before, after });
  return { ...group, canManage: canManageGroup(group, grants), archiveRefusal: refusal?.detail ?? null };
}

export function groupOperations(onRolesChanged: () => void): Operations<typeof groupEndpoints> {
  return {
    listGroups: listOperation(groupList),
    async listApplicationUsers({ tx, grants, person }, { query }) {
      const users = await applicationUsers(tx, query.application);
      // People who may not read users, such as portal users, see only themselves.
      return ok(hasPermission(grants, 'user.view') ? users : users.filter(({ id }) => id === person.id));
    },
    async getGroup(context, { params }) {
      const group = await loadGroup(context.tx, params.id);
      return group ? ok(await visibleGroup(context, group)) : noSuchGroup();
    },
    async saveGroup(context, { body: { id, groupMembers, ...group } }) {
      const members = groupMembers.map(({ user, isInactive }) => ({ personId: user.id, isInactive }));
      const saved = await saveGroup(context, { ...group, id: id && id !== emptyId ? id : undefined, members });
      if (saved.isErr()) return err(saved.error);
      onRolesChanged();
      return ok(await visibleGroup(context, saved.value));
    },
    async archiveGroups(context, { body }) {
      const archived = await archiveGroups(context, body);
      if (archived.isOk()) onRolesChanged();
      return archived;
    },
  };
}
