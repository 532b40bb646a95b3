import type { ModuleRole } from '@carrara/contract/platform/user';
import type { Pool } from 'pg';
import { tokenHash } from './tokens.ts';

/** A firm that asks a person in. */
export interface Invitation {
  readonly id: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly roles: readonly ModuleRole[];
  /** Whether the password that the firm has handed over must be given. */
  readonly needsCode: boolean;
  /** Whether it is the person's own firm: then signing in is consent enough. */
  readonly isHome: boolean;
  readonly createdDate: string;
  readonly expiresDate: string;
}

/** A mailed link to accept an invitation is good for so long. */
export const mailedDays = 7;

/** After that an invitation is none any more; the firm takes it back and invites again. */
const daysOpen = 14;
const endOf = (createdDate: string, mailedUntil: string | null): Date =>
  new Date(
    Math.max(Date.parse(createdDate) + daysOpen * 86_400_000, mailedUntil === null ? 0 : Date.parse(mailedUntil)),
  );

/** The open invitations of a person, of whatever firm. */
export async function invitationsOf(pool: Pool, personId: string, now: Date): Promise<readonly Invitation[]> {
  const { rows } = await pool.query<Omit<Invitation, 'expiresDate'> & { readonly mailedUntil: string | null }>(
    `SELECT id, tenant_id AS "tenantId", tenant_name AS "tenantName", roles, needs_code AS "needsCode", is_home AS "isHome",
            created_at AS "createdDate", token_until AS "mailedUntil" FROM invitations_of_person($1)`,
    [personId],
  );
  return rows
    .map(({ mailedUntil, ...row }) => ({ ...row, expiresDate: endOf(row.createdDate, mailedUntil).toISOString() }))
    .filter(({ expiresDate }) => Date.parse(expiresDate) > now.getTime());
}

/** The invitation of a mailed link. */
export interface MailedInvitation {
  readonly id: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly personId: string;
  readonly login: string;
  /** Whether it is the person's own firm, of which the link is all that is needed; else the person signs in as ever. */
  readonly isHome: boolean;
  readonly expiresDate: string;
}

/** The invitation that a mailed link opens; undefined for one that was answered or taken back, is too late or is none. */
export async function invitationOfToken(pool: Pool, token: string, now: Date): Promise<MailedInvitation | undefined> {
  const { rows } = await pool.query<MailedInvitation>(
    `SELECT id, tenant_id AS "tenantId", tenant_name AS "tenantName", settings, person_id AS "personId", login, is_home AS "isHome",
            token_until AS "expiresDate" FROM invitation_of_token($1, $2)`,
    [tokenHash(token), now],
  );
  return rows[0];
}
