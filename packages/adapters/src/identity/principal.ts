import type { Grants } from '@carrara/contract/core/permissions';
import type { TokenScope } from '@carrara/contract/core/tokenAccess';
import type { SessionProof, SignInMethod } from '@carrara/domain/platform/signIn';
import type { Pool } from 'pg';
import type { StoredTenant } from '../postgres/platform/tenant/index.ts';
import { livesAt } from './sessions.ts';
import { tokenHash } from './tokens.ts';

/** By what a program came in. */
export interface PrincipalToken extends TokenScope {
  readonly id: string;
  readonly name: string;
  readonly requestsPerMinute: number;
  /** Made in a session that had shown a second factor. */
  readonly isStrong: boolean;
}

/** A person with a living session, and the person's part in the tenant that was asked about. */
export interface Principal {
  readonly sessionId: string;
  readonly person: { readonly id: string; readonly name: string; readonly firstName: string };
  /** What the person may do there, and that firm as it is now; absent for who is no member. */
  readonly membership?: { readonly grants: Grants; readonly tenant: StoredTenant };
  /** Nothing but a change of the password is possible: an administrator has given it. */
  readonly passwordDue: boolean;
  /** Nothing but showing the second factor is possible. */
  readonly factorDue: boolean;
  /** How sure the session is of the person. */
  readonly proof: SessionProof;
  /** The token by which a program acts in the name of the person. */
  readonly token?: PrincipalToken;
}

interface PrincipalRow {
  readonly session_id: string;
  readonly person_id: string;
  readonly name: string;
  readonly first_name: string;
  readonly stale: boolean;
  readonly password_due: boolean;
  readonly factor_due: boolean;
  readonly methods: readonly SignInMethod[];
  readonly strengthened_at: string | null;
  readonly grants: Grants | null;
  readonly tenant: StoredTenant | null;
}

/**
 * A disabled person, a revoked or timed-out session, a removed membership or role, a changed firm: each is seen at the next request, because
 * nothing is remembered between two of them.
 */
const principalQuery = (which: string) => `
  SELECT s.id AS session_id, p.id AS person_id, trim(p.first_name || ' ' || p.last_name) AS name, p.first_name, s.password_due, s.factor_due,
         s.methods, s.strengthened_at,
         s.last_used_at < $3::timestamptz - interval '1 minute' AS stale, m.grants, m.tenant
  FROM session s
  JOIN person p ON p.id = s.person_id AND NOT p.is_inactive
  LEFT JOIN LATERAL membership_in($2::uuid, p.id) m ON $2::uuid IS NOT NULL
  WHERE ${which} AND ${livesAt('$3')}`;

const byToken = {
  name: 'principal of a token',
  text: principalQuery('(s.token_hash = $1 OR s.previous_token_hash = $1 AND s.previous_until > $3)'),
};
const byId = { name: 'principal of a session', text: principalQuery('s.id = $1') };

function principalOf(row: PrincipalRow): Principal {
  const { grants, tenant } = row;
  return {
    sessionId: row.session_id,
    person: { id: row.person_id, name: row.name, firstName: row.first_name },
    passwordDue: row.password_due,
    factorDue: row.factor_due,
    proof: {
      methods: row.methods,
      strengthenedAt: row.strengthened_at === null ? null : new Date(row.strengthened_at),
    },
    ...(grants && tenant ? { membership: { grants, tenant } } : {}),
  };
}

/** Who a session token belongs to, with the grants in a tenant; the session lives on for its hours, within its days. */
export async function principalOfToken(
  pool: Pool,
  token: string,
  tenantId: string | undefined,
  now: Date,
): Promise<Principal | undefined> {
  const { rows } = await pool.query<PrincipalRow>({ ...byToken, values: [tokenHash(token), tenantId ?? null, now] });
  const [row] = rows;
  if (!row) return undefined;
  // Once a minute is enough for a limit of hours and spares a write with each request.
  if (row.stale) {
    await pool.query(
      `UPDATE session SET last_used_at = $2, idle_until = least($2::timestamptz + interval '1 hour' * idle_hours, expires_at) WHERE id = $1`,
      [row.session_id, now],
    );
  }
  return principalOf(row);
}

/** Who a session belongs to, by the session's id: for the bearer of a download token. */
export async function principalOfSessionId(
  pool: Pool,
  sessionId: string,
  tenantId: string,
  now: Date,
): Promise<Principal | undefined> {
  const { rows } = await pool.query<PrincipalRow>({ ...byId, values: [sessionId, tenantId, now] });
  return rows[0] && principalOf(rows[0]);
}
