import type { ModuleRole } from '@carrara/contract/platform/user/user';
import type { Pool } from 'pg';
import { tokenHash } from './tokens.ts';

/** A firm's invitation to a person. */
export interface Invitation {
  readonly id: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly roles: readonly ModuleRole[];
  /** True if the person has to enter the initial password that the firm gave them. */
  readonly needsCode: boolean;
  /** True if this is the person's home firm, where signing in is consent enough. */
  readonly isHome: boolean;
  readonly createdDate: string;
  readonly expiresDate: string;
}

/** Days that a mailed invitation link is valid. */
export const mailedDays = 7;

/** Days that an invitation stays open. After that the firm has to withdraw it and invite again. */
export const invitationDays = 14;
const endOf = (createdDate: string, mailedUntil: string | null): Date =>
  new Date(
    Math.max(Date.parse(createdDate) + invitationDays * 86_400_000, mailedUntil === null ? 0 : Date.parse(mailedUntil)),
  );

/** Returns the person's open invitations from all firms. */
export async function listInvitations(pool: Pool, personId: string, now: Date): Promise<readonly Invitation[]> {
  const { rows } = await pool.query<Omit<Invitation, 'expiresDate'> & { readonly mailedUntil: string | null }>(
    `SELECT id, tenant_id AS "tenantId", tenant_name AS "tenantName", roles, needs_code AS "needsCode", is_home AS "isHome",
            created_at AS "createdDate", token_until AS "mailedUntil" FROM invitations_of_person($1)`,
    [personId],
  );
  return rows
    .map(({ mailedUntil, ...row }) => ({ ...row, expiresDate: endOf(row.createdDate, mailedUntil).toISOString() }))
    .filter(({ expiresDate }) => Date.parse(expiresDate) > now.getTime());
}

/** An invitation found by its mailed link. */
export interface MailedInvitation {
  readonly id: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly personId: string;
  readonly login: string;
  /** True if this is the person's home firm, where the link alone is enough. Otherwise the person signs in as usual. */
  readonly isHome: boolean;
  readonly expiresDate: string;
}

/** Returns the invitation of a mailed link. Undefined if it was accepted or withdrawn, has expired or doesn't exist. */
export async function invitationOfToken(pool: Pool, token: string, now: Date): Promise<MailedInvitation | undefined> {
  const { rows } = await pool.query<MailedInvitation>(
    `SELECT id, tenant_id AS "tenantId", tenant_name AS "tenantName", settings, person_id AS "personId", login, is_home AS "isHome",
            token_until AS "expiresDate" FROM invitation_of_token($1, $2)`,
    [tokenHash(token), now],
  );
  return rows[0];
}
