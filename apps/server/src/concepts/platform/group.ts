import {
  applicationUsers,
  groupList,
  insertGroup,
  loadGroup,
  membersAmong,
  replaceGroupParts,
  updateGroup,
} from '@carrara/adapters/postgres/platform/group';
import type { Group, groupEndpoints } from '@carrara/contract/platform/group';
import { emptyId } from '@carrara/contract/core/kinds';
import { holds } from '@carrara/contract/core/permissions';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Operations } from '../../operations.ts';
import { listOperation } from '../../recordOperations.ts';
import { keepingAdministrators, refusalOfRoles } from './roleGrants.ts';

const missing = (id: string) => err([fail('NOT_FOUND', ['id'], `There is no group ${id}.`)]);

/** Returns the roles that a group currently grants. An archived group grants none. */
const givenBy = (group: Pick<Group, 'isInactive' | 'roles'> | undefined) =>
  group && !group.isInactive ? group.roles : [];

export function groupOperations(onRolesChanged: () => void): Operations<typeof groupEndpoints> {
  return {
    listGroups: listOperation(groupList),
    async listApplicationUsers({ tx, grants, person }, { query }) {
      const users = await applicationUsers(tx, query.application);
      // People who may not read users, such as portal users, see only themselves.
      return ok(holds(grants, 'user.view') ? users : users.filter(({ id }) => id === person.id));
    },
    async getGroup({ tx }, { params }) {
      const group = await loadGroup(tx, params.id);
      return group ? ok(group) : missing(params.id);
    },
    saveGroup: (context, { body }) =>
      keepingAdministrators(context, async (grants) => {
        const { tx } = context;
        const isNew = !body.id || body.id === emptyId;
        const before = isNew ? undefined : await loadGroup(tx, body.id ?? '');
        if (!isNew && !before) return missing(body.id ?? '');
        // New members get all roles of the group, so the person must be allowed to grant each of them.
        const refusal = [...refusalOfRoles(grants, [], body.roles), ...refusalOfRoles(grants, givenBy(before), [])];
        if (refusal.length > 0) return err(refusal);
        const members = [
          ...new Map(
            body.groupMembers.map(({ user, isInactive }) => [user.id, { personId: user.id, isInactive }]),
          ).values(),
        ];
        const known = await membersAmong(
          tx,
          members.map(({ personId }) => personId),
        );
        const strangers = members.filter(({ personId }) => !known.has(personId));
        if (strangers.length > 0)
          return err([fail('NOT_A_MEMBER', ['groupMembers'], 'Only users of this firm can join a group.')]);
        const id = before ? before.id : await insertGroup(tx, body.name, body.isInactive);
        if (before && !(await updateGroup(tx, id, body, body.rowVersion ?? 0)))
          return err([fail('STALE_VERSION', ['rowVersion'], '')]);
        await replaceGroupParts(tx, id, members, body.roles);
        const after = await loadGroup(tx, id);
        if (!after) throw new Error(`group ${id} is missing after it was saved`);
        tx.record({
          operation: 'saveGroup',
          objectType: 'group',
          objectId: id,
          objectName: after.name,
          before: before ?? null,
          after,
          rowVersion: after.rowVersion,
        });
        onRolesChanged();
        return ok(after);
      }),
  };
}
