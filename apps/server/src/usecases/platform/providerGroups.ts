import { readHome } from '@carrara/adapters/identity/persons';
import type { ProviderSignIn } from '@carrara/adapters/identity/openId/pendingSignIn';
import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import {
  addByProvider,
  changeGroupVersion,
  groupsNamed,
  groupsOfProvider,
  lastSetByProvider,
  removeByProvider,
  type SetByProvider,
} from '@carrara/adapters/postgres/platform/group/providerGroups';
import { loadGroup } from '@carrara/adapters/postgres/platform/group/groupStore';
import { administeredApplications, lockRoles } from '@carrara/adapters/postgres/platform/user/directory';
import { loadUser } from '@carrara/adapters/postgres/platform/user/userStore';
import { ok } from '@carrara/domain/kernel';
import type { Pool } from 'pg';

export interface ProviderGroupPorts {
  readonly pool: Pool;
  readonly withTenant: WithTenant;
  /** Called after roles have changed. */
  readonly onSessionEnded: () => void;
}

/**
 * Adds a person who signs in to the groups of the home firm that the provider names. Removes them from groups that the
 * provider no longer names, if only the provider had added them. Memberships set by the firm stay, and so do inactive ones.
 *
 * A group is skipped if it doesn't exist, or if its removal would leave a module without an administrator. The audit
 * log records this once, as long as it stays the same.
 */
export async function setGroupsOfProvider(
  { pool, withTenant, onSessionEnded }: ProviderGroupPorts,
  { personId, provider, groups }: Pick<ProviderSignIn, 'personId' | 'provider' | 'groups'>,
  now: Date,
): Promise<void> {
  if (groups === null) return;
  const { tenantId } = await readHome(pool, personId);
  const changed = await withTenant({ tenantId, personId, now: now.toISOString() }, async (tx) => {
    await lockRoles(tx);
    const user = await loadUser(tx, personId);
    if (!user || user.isInvitation) return ok(false);
    const found = await groupsNamed(tx, groups);
    const there = new Set(found.map(({ name }) => name.toLowerCase()));
    const had = await groupsOfProvider(tx, personId, provider);
    let hasChanged = false;
    for (const { id } of found) {
      const isAdded = await changing(tx, id, () => addByProvider(tx, { groupId: id, personId, provider }));
      hasChanged ||= isAdded;
    }
    const remaining: string[] = [];
    for (const { id, name } of had.filter((group) => !found.some((namedGroup) => namedGroup.id === group.id))) {
      const isRemoved = await changing(tx, id, () => leave(tx, id, personId, provider));
      hasChanged ||= isRemoved;
      if (!isRemoved) remaining.push(name);
    }
    const after: SetByProvider = {
      provider,
      groups: found.map(({ name }) => name).sort(),
      groupsNotThere: groups.filter((name) => !there.has(name.toLowerCase())).sort(),
      groupsRetainedForAdministration: remaining.sort(),
    };
    const before = await lastSetByProvider(tx, personId, provider);
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      const objectName = `${user.firstName} ${user.lastName}`.trim();
      const about = { objectType: 'user', objectId: personId, objectName, rowVersion: user.rowVersion };
      tx.record({ operation: 'setGroupsByProvider', ...about, before: before ?? null, after });
    }
    return ok(hasChanged);
  });
  if (changed.isOk() && changed.value) onSessionEnded();
}

/** Removes a person from a group, unless a module would lose its last administrator. */
async function leave(tx: Transaction, groupId: string, personId: string, provider: string): Promise<boolean> {
  const before = await administeredApplications(tx);
  const removed = await removeByProvider(tx, groupId, personId, provider);
  const after = await administeredApplications(tx);
  if ([...before].every((application) => after.has(application))) return removed !== undefined;
  await addByProvider(tx, { groupId, personId, provider, id: removed });
  return false;
}

/** Changes a group's members and records the group in the audit log if anything changed. */
async function changing(tx: Transaction, id: string, change: () => Promise<boolean>): Promise<boolean> {
  const before = await loadGroup(tx, id);
  if (!(await change())) return false;
  await changeGroupVersion(tx, id);
  const after = await loadGroup(tx, id);
  if (!before || !after) throw new Error(`group ${id} is gone while its members change`);
  tx.record({
    operation: 'setMemberByProvider',
    objectType: 'group',
    objectId: id,
    objectName: after.name,
    before,
    after,
    rowVersion: after.rowVersion,
  });
  return true;
}
