import { applicationUsers, groupList, loadGroup } from '@carrara/adapters/postgres/platform/group/groupStore';
import type { groupEndpoints } from '@carrara/contract/platform/group';
import { emptyId } from '@carrara/contract/core/kinds';
import { hasPermission } from '@carrara/contract/core/permissions';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../../core/operations.ts';
import { listOperation } from '../../core/recordOperations.ts';
import { archiveGroups, noSuchGroup, saveGroup } from '../../usecases/platform/group.ts';

export function groupOperations(onRolesChanged: () => void): Operations<typeof groupEndpoints> {
  return {
    listGroups: listOperation(groupList),
    async listApplicationUsers({ tx, grants, person }, { query }) {
      const users = await applicationUsers(tx, query.application);
      // People who may not read users, such as portal users, see only themselves.
      return ok(hasPermission(grants, 'user.view') ? users : users.filter(({ id }) => id === person.id));
    },
    async getGroup({ tx }, { params }) {
      const group = await loadGroup(tx, params.id);
      return group ? ok(group) : noSuchGroup();
    },
    async saveGroup(context, { body: { id, groupMembers, ...group } }) {
      const members = groupMembers.map(({ user, isInactive }) => ({ personId: user.id, isInactive }));
      const saved = await saveGroup(context, { ...group, id: id && id !== emptyId ? id : undefined, members });
      if (saved.isOk()) onRolesChanged();
      return saved;
    },
    async archiveGroups(context, { body }) {
      const archived = await archiveGroups(context, body);
      if (archived.isOk()) onRolesChanged();
      return archived;
    },
  };
}
