import type { groupEndpoints } from '@carrara/contract/platform/group/group';
import type { RowOf } from '@carrara/contract/core/endpoint';
import type { Group } from '@carrara/contract/platform/group/group';
import type { Application } from '@carrara/contract/core/permissions';
import type { ModuleRole } from '@carrara/contract/platform/user/user';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { column } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { fullName } from '../../engine/texts/personName.ts';

const active = sql`NOT b.is_inactive`;

export const groupList = defineListQuery<RowOf<typeof groupEndpoints.listGroups>>({
  base: { table: 'user_group' },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    name: column('text', 'b.name'),
    isInactive: column('boolean', 'b.is_inactive'),
    numberOfMembers: column(
      'count',
      '(SELECT count(*)::int FROM user_group_member m WHERE m.tenant_id = b.tenant_id AND m.group_id = b.id AND NOT m.is_inactive)',
    ),
    modules: {
      value:
        'ARRAY(SELECT r.application FROM user_group_role r WHERE r.tenant_id = b.tenant_id AND r.group_id = b.id ORDER BY r.application)',
    },
  },
  search: { text: 'lower(b.name)' },
  filters: { includeInactive: { where: (value) => (value === true ? undefined : active) } },
  defaultSort: { field: 'name', ascending: true },
});

/** A group without the fields that depend on its reader. */
export type StoredGroup = Omit<Group, 'canManage' | 'archiveRefusal'>;

export async function loadGroup(tx: Transaction, id: string): Promise<StoredGroup | undefined> {
  const [found] = await tx.query<StoredGroup>(
    `SELECT g.id, g.row_version AS "rowVersion", g.name, g.is_inactive AS "isInactive",
            (SELECT coalesce(jsonb_agg(jsonb_build_object('application', r.application, 'role', r.role) ORDER BY r.application), '[]')
             FROM user_group_role r WHERE r.tenant_id = g.tenant_id AND r.group_id = g.id) AS roles,
            (SELECT coalesce(jsonb_agg(jsonb_build_object(
                'user', jsonb_build_object('id', p.id, 'name', ${fullName('p')}),
                'isInactive', m.is_inactive, 'canDelete', true) ORDER BY lower(p.last_name), lower(p.first_name), p.id), '[]')
             FROM user_group_member m JOIN person p ON p.id = m.person_id
             WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id) AS "groupMembers"
     FROM user_group g WHERE g.tenant_id = $1 AND g.id = $2`,
    [tx.tenantId, id],
  );
  return found;
}

export async function insertGroup(tx: Transaction, name: string, isInactive: boolean): Promise<string> {
  const id = newId();
  await tx.query(
    `INSERT INTO user_group (tenant_id, id, name, is_inactive, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $5, $6)`,
    [tx.tenantId, id, name, isInactive, tx.now, tx.personId],
  );
  return id;
}

/** Updates a group. Returns false if somebody else has changed it since. */
export async function updateGroup(
  tx: Transaction,
  id: string,
  { name, isInactive }: { readonly name: string; readonly isInactive: boolean },
  rowVersion: number,
): Promise<boolean> {
  const changed = await tx.query(
    `UPDATE user_group SET name = $3, is_inactive = $4, row_version = row_version + 1, updated_at = $5, updated_by = $6
     WHERE tenant_id = $1 AND id = $2 AND row_version = $7 RETURNING id`,
    [tx.tenantId, id, name, isInactive, tx.now, tx.personId, rowVersion],
  );
  return changed.length > 0;
}

export interface GroupMember {
  readonly personId: string;
  readonly isInactive: boolean;
}

/** Replaces the members and roles of a group. It stays recorded which members an identity provider has added. */
export async function replaceGroupParts(
  tx: Transaction,
  id: string,
  members: readonly GroupMember[],
  roles: readonly ModuleRole[],
): Promise<void> {
  const removed = await tx.query<{ personId: string; provider: string | null }>(
    'DELETE FROM user_group_member WHERE tenant_id = $1 AND group_id = $2 RETURNING person_id AS "personId", provider',
    [tx.tenantId, id],
  );
  const providers = new Map(removed.map(({ personId, provider }) => [personId, provider]));
  await tx.query(
    `INSERT INTO user_group_member (tenant_id, id, group_id, person_id, is_inactive, provider)
     SELECT $1, input.id, $2, input.person_id, input.is_inactive, input.provider
     FROM unnest($3::uuid[], $4::uuid[], $5::boolean[], $6::text[]) AS input(id, person_id, is_inactive, provider)`,
    [
      tx.tenantId,
      id,
      members.map(() => newId()),
      members.map(({ personId }) => personId),
      members.map(({ isInactive }) => isInactive),
      members.map(({ personId }) => providers.get(personId) ?? null),
    ],
  );
  await tx.query('DELETE FROM user_group_role WHERE tenant_id = $1 AND group_id = $2', [tx.tenantId, id]);
  await tx.query(
    `INSERT INTO user_group_role (tenant_id, group_id, application, role)
     SELECT $1, $2, input.application, input.role FROM unnest($3::text[], $4::text[]) AS input(application, role)`,
    [tx.tenantId, id, roles.map(({ application }) => application), roles.map(({ role }) => role)],
  );
}

/** Returns those persons who are members of the tenant. */
export async function membersAmong(tx: Transaction, personIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    'SELECT person_id AS id FROM membership WHERE tenant_id = $1 AND person_id = ANY($2::uuid[])',
    [tx.tenantId, personIds],
  );
  return new Set(rows.map(({ id }) => id));
}

export interface ApplicationUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly applications: Application[];
}

/** Returns the active members with their modules, by name, or only those with one module. */
export function applicationUsers(tx: Transaction, application: Application | undefined): Promise<ApplicationUser[]> {
  return tx.query<ApplicationUser>(
    `SELECT p.id, ${fullName('p')} AS name, coalesce(p.email, '') AS email, r.applications
     FROM membership m
     JOIN person p ON p.id = m.person_id AND NOT p.is_inactive
     CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(DISTINCT r.application ORDER BY r.application) FILTER (WHERE r.application IS NOT NULL), '{}') AS applications
       FROM roles_of_person(p.id) r WHERE r.tenant_id = m.tenant_id
     ) r
     WHERE m.tenant_id = $1 AND NOT m.is_inactive AND ($2::text IS NULL OR $2 = ANY(r.applications))
     ORDER BY lower(p.last_name), lower(p.first_name), p.id`,
    [tx.tenantId, application ?? null],
  );
}
