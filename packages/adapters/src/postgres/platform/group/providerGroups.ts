import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/index.ts';

/** A group of the firm by which a provider may name it. */
export interface NamedGroup {
  readonly id: string;
  readonly name: string;
}

/** The groups of the firm that bear one of these names, whatever its capitals; an archived one is not there. */
export function groupsNamed(tx: Transaction, names: readonly string[]): Promise<NamedGroup[]> {
  return tx.query<NamedGroup>(
    `SELECT id, name FROM user_group
     WHERE tenant_id = $1 AND NOT is_inactive AND lower(name) IN (SELECT lower(given) FROM unnest($2::text[]) given) ORDER BY id`,
    [tx.tenantId, names],
  );
}

/** The groups into which this provider has put the person. */
export function groupsOfProvider(tx: Transaction, personId: string, provider: string): Promise<NamedGroup[]> {
  return tx.query<NamedGroup>(
    `SELECT g.id, g.name FROM user_group_member m JOIN user_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id
     WHERE m.tenant_id = $1 AND m.person_id = $2 AND m.provider = $3 ORDER BY g.id`,
    [tx.tenantId, personId, provider],
  );
}

interface GivenMember {
  readonly groupId: string;
  readonly personId: string;
  readonly provider: string;
  /** Of one that is taken back. */
  readonly id?: string | undefined;
}

/** False where the person is in the group already, by whomever. */
export async function addByProvider(
  tx: Transaction,
  { groupId, personId, provider, id = newId() }: GivenMember,
): Promise<boolean> {
  const added = await tx.query(
    `INSERT INTO user_group_member (tenant_id, id, group_id, person_id, provider) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, group_id, person_id) DO NOTHING RETURNING id`,
    [tx.tenantId, id, groupId, personId, provider],
  );
  return added.length > 0;
}

/** Takes a person out of a group into which this provider had put them; answers the id of that membership. */
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

/** Whoever has the group open to change it does not undo what came in between. */
export async function changeGroupVersion(tx: Transaction, id: string): Promise<void> {
  await tx.query(
    'UPDATE user_group SET row_version = row_version + 1, updated_at = $3, updated_by = $4 WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, id, tx.now, tx.personId],
  );
}

/** What the trail says of a provider's groups at a sign-in. */
export interface SetByProvider {
  readonly provider: string;
  readonly groups: readonly string[];
  /** Named by the provider, but no group of the firm. */
  readonly groupsNotThere: readonly string[];
  /** Named no more, but kept: a module would have no administrator without. */
  readonly groupsKeptForAdministration: readonly string[];
}

/** What the trail said last. */
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
  const { groups, groupsNotThere, groupsKeptForAdministration } = found.after;
  return { provider, groups, groupsNotThere, groupsKeptForAdministration };
}
