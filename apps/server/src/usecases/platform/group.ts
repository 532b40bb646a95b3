import {
  insertGroup,
  loadGroup,
  membersAmong,
  replaceGroupParts,
  type StoredGroup,
  updateGroup,
} from '@carrara/adapters/postgres/platform/group/groupStore';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { applications, type Grants } from '@carrara/contract/core/permissions';
import type { ModuleRole } from '@carrara/contract/platform/user/user';
import { err, noSuch, ok } from '@carrara/domain/kernel';
import { decideGroup } from '@carrara/domain/platform/group';
import type { RequestContext } from '../../core/operations.ts';
import { archiveEach, type ArchiveBody, type ChangedCount } from '../archiveEach.ts';
import { type Outcome, staleVersion } from '../outcome.ts';
import { guardAdministrators } from './guardAdministrators.ts';

interface GroupToSave {
  /** Undefined for a new group. */
  readonly id: string | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly name: string;
  readonly isInactive: boolean;
  readonly roles: readonly ModuleRole[];
  readonly members: readonly { readonly personId: string; readonly isInactive: boolean }[];
}

export const noSuchGroup = () => err([noSuch('group')]);

/**
 * Creates or changes a group with its members and roles.
 *
 * Fails: NOT_FOUND, STALE_VERSION, and those of `decideGroup` and `guardAdministrators`.
 */
export const saveGroup = ({ tx }: RequestContext, group: GroupToSave): Outcome<StoredGroup> =>
  guardAdministrators({ tx }, (grants) => store(tx, grants, group));

/**
 * Archives or restores several groups.
 *
 * Fails: those of `archiveEach`, `decideGroup` and `guardAdministrators`.
 */
export const archiveGroups = ({ tx }: RequestContext, body: ArchiveBody): Outcome<ChangedCount> =>
  guardAdministrators({ tx }, (grants) =>
    archiveEach(body, {
      noun: 'group',
      load: (id) => loadGroup(tx, id),
      nameOf: ({ name }) => name,
      save: ({ groupMembers, ...group }, rowVersion) => {
        const members = groupMembers.map(({ user, isInactive }) => ({ personId: user.id, isInactive }));
        return store(tx, grants, { ...group, members, rowVersion, isInactive: body.isInactive });
      },
    }),
  );

async function store(tx: Transaction, grants: Grants, group: GroupToSave): Outcome<StoredGroup> {
  const before = group.id === undefined ? undefined : await loadGroup(tx, group.id);
  if (group.id !== undefined && !before) return noSuchGroup();
  const ids = [...new Set(group.members.map(({ personId }) => personId))];
  const existingMembers = await membersAmong(tx, ids);

  const members = decideGroup(before, group, (id) => existingMembers.has(id), grants, applications);
  if (members.isErr()) return err(members.error);

  const id = before ? before.id : await insertGroup(tx, group.name, group.isInactive);
  if (before && !(await updateGroup(tx, id, group, group.rowVersion ?? 0))) return staleVersion();
  await replaceGroupParts(tx, id, members.value, group.roles);
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
  return ok(after);
}
