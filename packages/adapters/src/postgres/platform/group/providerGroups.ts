import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A group of the firm with the name that a provider may use. */
export interface NamedGroup {
  readonly id: string;
  readonly name: string;
}

/** Returns the groups of the firm with one of these names, ignoring case. Archived groups are excluded. */
export function groupsNamed(tx: Transaction, names: readonly string[]): Promise<NamedGroup[]> {
  return tx.query<NamedGroup>(
    `SELECT id, name FROM user_group
     WHERE tenant_id = $1 AND NOT is_inactive AND lower(name) IN (SELECT lower(input) FROM unnest($2::text[]) input) ORDER BY id`,
    [tx.tenantId, names],
  );
}

/** Returns the groups that this provider has added the person to. */
export function groupsOfProvider(tx: Transaction, personId: string, provider: string): Promise<NamedGroup[]> {
  return tx.query<NamedGroup>(
    `SELECT g.id, g.name FROM user_group_member m JOIN user_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id
     WHERE m.tenant_id = $1 AND m.person_id = $2 AND m.provider = $3 ORDER BY g.id`,
    [tx.tenantId, personId, provider],
  );
}

interface EnteredMember {
  readonly groupId: string;
  readonly personId: string;
  readonly provider: string;
  /** Id of a removed membership that is restored. */
  readonly id?: string | undefined;
}

/** Adds a person to a group on behalf of a provider. Returns false if they already are in it, for whatever reason. */
export async function addByProvider(
  tx: Transaction,
  { groupId, personId, provider, id = newId() }: EnteredMember,
): Promise<boolean> {
  const added = await tx.query(
    `INSERT INTO user_group_member (tenant_id, id, group_id, person_id, provider) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, group_id, person_id) DO NOTHING RETURNING id`,
    [tx.tenantId, id, groupId, personId, provider],
  );
  return added.length > 0;
}

/** Removes a person from a group to which this provider had added them. Returns the id of that membership. */
export async function removeByProvider(
  tx: Transaction,
  groupId: string,
  personId: string,
  provider: string,
): Promise<string | undefined> {
  const [removed] = await tx.query<{ id: string }>(
    'DELETE FROM user_group_member WHERE tenant_id = $1 AND group_id = $2 AND person_id = $3 AND provider = $4 RETURNING id',
    [tx.tenantId, groupId, personId, provider],
  );
  return removed?.id;
}

/** Increments the group's version, so that somebody who is editing the group doesn't overwrite this change. */
export async function changeGroupVersion(tx: Transaction, id: string): Promise<void> {
  await tx.query(
    'UPDATE user_group SET row_version = row_version + 1, updated_at = $3, updated_by = $4 WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, id, tx.now, tx.personId],
  );
}

/** Content of the audit entry about a provider's groups at a sign-in. */
export interface SetByProvider {
  readonly provider: string;
  readonly groups: readonly string[];
  /** Names from the provider that aren't groups of the firm. */
  readonly groupsNotThere: readonly string[];
  /** Groups that the provider no longer names but that stay, because a module would lose its last administrator. */
  readonly groupsRetainedForAdministration: readonly string[];
}

/** Returns the last such audit entry. */
export async function lastSetByProvider(
  tx: Transaction,
  personId: string,
  provider: string,
): Promise<SetByProvider | undefined> {
  const [found] = await tx.query<{ after: SetByProvider }>(
    `SELECT after FROM activity
     WHERE tenant_id = $1 AND object_type = 'user' AND object_id = $2 AND operation = 'setGroupsByProvider' AND after ->> 'provider' = $3
     ORDER BY seq DESC LIMIT 1`,
    [tx.tenantId, personId, provider],
  );
  if (!found) return undefined;
  const { groups, groupsNotThere, groupsRetainedForAdministration: retained } = found.after;
  return { provider, groups, groupsNotThere, groupsRetainedForAdministration: retained };
}
