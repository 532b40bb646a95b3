import type { ModuleRole } from '@carrara/contract/platform/user/user';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import type { PersonValues } from './userStore.ts';

export interface InvitationValues extends PersonValues {
  readonly isInactive: boolean;
  readonly roles: readonly ModuleRole[];
}

interface NewInvitation extends InvitationValues {
  readonly id: string;
  readonly personId: string;
  readonly codeHash: string | null;
}

/** Inserts an invitation. Returns false if the person already is invited or a member. */
export async function insertInvitation(tx: Transaction, invitation: NewInvitation): Promise<boolean> {
  const created = await tx.query(
    `INSERT INTO invitation (tenant_id, id, person_id, login, first_name, last_name, email, roles, code_hash, is_inactive,
                             created_at, created_by, updated_at, updated_by)
     SELECT $1, $2, $3, $4, $5, $6, nullif($7, ''), $8, $9, $10, $11, $12, $11, $12
     WHERE NOT EXISTS (SELECT FROM membership m WHERE m.tenant_id = $1 AND m.person_id = $3)
       AND NOT EXISTS (SELECT FROM person p WHERE p.id = $3 AND p.is_program)
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      tx.tenantId,
      invitation.id,
      invitation.personId,
      invitation.username,
      invitation.firstName,
      invitation.lastName,
      invitation.email,
      JSON.stringify(invitation.roles),
      invitation.codeHash,
      invitation.isInactive,
      tx.now,
      tx.personId,
    ],
  );
  return created.length > 0;
}

/**
 * Updates an invitation, and its password if one is given. Returns false if somebody else changed it since, or it is
 * gone.
 */
export async function updateInvitation(
  tx: Transaction,
  id: string,
  values: InvitationValues,
  codeHash: string | undefined,
  rowVersion: number,
): Promise<boolean> {
  const changed = await tx.query(
    `UPDATE invitation SET first_name = $3, last_name = $4, email = nullif($5, ''), roles = $6, is_inactive = $7,
       code_hash = coalesce($8, code_hash), row_version = row_version + 1, updated_at = $9, updated_by = $10
     WHERE tenant_id = $1 AND id = $2 AND row_version = $11 RETURNING id`,
    [
      tx.tenantId,
      id,
      values.firstName,
      values.lastName,
      values.email,
      JSON.stringify(values.roles),
      values.isInactive,
      codeHash ?? null,
      tx.now,
      tx.personId,
      rowVersion,
    ],
  );
  return changed.length > 0;
}

/** Returns the invited person. */
export async function personOfInvitation(
  tx: Transaction,
  id: string,
): Promise<{ readonly id: string; readonly isHome: boolean } | undefined> {
  const [found] = await tx.query<{ id: string; isHome: boolean }>(
    `SELECT p.id, p.home_tenant_id IS NOT DISTINCT FROM i.tenant_id AS "isHome"
     FROM invitation i JOIN person p ON p.id = i.person_id WHERE i.tenant_id = $1 AND i.id = $2`,
    [tx.tenantId, id],
  );
  return found;
}

export interface OpenInvitation {
  readonly roles: readonly ModuleRole[];
  readonly codeHash: string | null;
  /** Hash of the mailed link's token, with its expiry. */
  readonly tokenHash: Buffer | null;
  readonly tokenUntil: string | null;
}

/** Loads an invitation of the person of the transaction and locks it, so that it is answered only once. */
export async function lockInvitation(tx: Transaction, id: string): Promise<OpenInvitation | undefined> {
  const [found] = await tx.query<OpenInvitation>(
    `SELECT roles, code_hash AS "codeHash", token_hash AS "tokenHash", token_until AS "tokenUntil" FROM invitation
     WHERE tenant_id = $1 AND id = $2 AND person_id = $3 AND NOT is_inactive FOR UPDATE`,
    [tx.tenantId, id, tx.personId],
  );
  return found;
}

/**
 * Returns the roles that an invitation was last given, from the firm's audit log. Undefined if no entry mentions it.
 */
export async function rolesInAuditLog(tx: Transaction, id: string): Promise<readonly ModuleRole[] | undefined> {
  const [found] = await tx.query<{ roles: readonly ModuleRole[] }>(
    `SELECT after -> 'roles' AS roles FROM activity
     WHERE tenant_id = $1 AND object_type = 'user' AND object_id = $2 AND jsonb_typeof(after -> 'roles') = 'array' ORDER BY seq DESC LIMIT 1`,
    [tx.tenantId, id],
  );
  return found?.roles;
}

/** Deletes an invitation. Returns false if its version has changed, or it is gone. */
export async function deleteInvitation(tx: Transaction, id: string, rowVersion: number | undefined): Promise<boolean> {
  const deleted = await tx.query(
    'DELETE FROM invitation WHERE tenant_id = $1 AND id = $2 AND row_version = coalesce($3, row_version) RETURNING id',
    [tx.tenantId, id, rowVersion ?? null],
  );
  return deleted.length > 0;
}

/** Stores the token of a link to be mailed. Links mailed before stop working. */
export async function linkInvitation(
  tx: Transaction,
  id: string,
  { tokenHash, until }: { readonly tokenHash: Buffer; readonly until: Date },
): Promise<void> {
  await tx.query('UPDATE invitation SET token_hash = $3, token_until = $4 WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    id,
    tokenHash,
    until,
  ]);
}
