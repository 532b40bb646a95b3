import type { ModuleRole } from '@carrara/contract/platform/user';
import type { Pool } from 'pg';

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

/** After that an invitation is none any more; the firm takes it back and invites again. */
const daysOpen = 14;
const endOf = (createdDate: string): Date => new Date(Date.parse(createdDate) + daysOpen * 86_400_000);

/** The open invitations of a person, of whatever firm. */
export async function invitationsOf(pool: Pool, personId: string, now: Date): Promise<readonly Invitation[]> {
  const { rows } = await pool.query<Omit<Invitation, 'expiresDate'>>(
    `SELECT id, tenant_id AS "tenantId", tenant_name AS "tenantName", roles, needs_code AS "needsCode", is_home AS "isHome",
            created_at AS "createdDate" FROM invitations_of_person($1)`,
    [personId],
  );
  return rows
    .map((row) => ({ ...row, expiresDate: endOf(row.createdDate).toISOString() }))
    .filter(({ expiresDate }) => Date.parse(expiresDate) > now.getTime());
}
