import type { Grants } from '@carrara/contract/core/permissions';
import type { TokenScope } from '@carrara/contract/core/tokenAccess';
import type { SessionProof, SignInMethod } from '@carrara/domain/platform/signIn';
import type { Pool } from 'pg';
import type { StoredTenant } from '../postgres/platform/tenant.ts';
import { isActiveAtSql } from './sessions.ts';
import { tokenHash } from './tokens.ts';

/** API token that a program used. */
interface PrincipalToken extends TokenScope {
  readonly id: string;
  readonly name: string;
  readonly tenantId: string;
  readonly requestsPerMinute: number;
  /** True if the token was created in a session with a second factor. */
  readonly isStrong: boolean;
}

/** A person with an active session, and their membership in the requested tenant. */
export interface Principal {
  readonly sessionId: string;
  readonly person: { readonly id: string; readonly name: string; readonly firstName: string };
  /** Grants and current settings of the requested firm. Absent if the person is not a member. */
  readonly membership?: { readonly grants: Grants; readonly tenant: StoredTenant };
  /** True if an administrator set the password: the person can only change it. */
  readonly passwordDue: boolean;
  /** True if the person can only provide the second factor. */
  readonly factorDue: boolean;
  /** Strength of the session's authentication. */
  readonly proof: SessionProof;
  /** API token with which a program acts for the person. */
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
 * Nothing is cached between requests. A disabled person, a revoked or expired session, a removed membership or role,
 * and a changed firm take effect with the next one.
 */
const principalQuery = (condition: string) => `
  SELECT s.id AS session_id, p.id AS person_id, trim(p.first_name || ' ' || p.last_name) AS name, p.first_name, s.password_due, s.factor_due,
         s.methods, s.strengthened_at,
         s.last_used_at < $3::timestamptz - interval '1 minute' AS stale, m.grants, m.tenant
  FROM session s
  JOIN person p ON p.id = s.person_id AND NOT p.is_inactive
  LEFT JOIN LATERAL membership_in($2::uuid, p.id) m ON $2::uuid IS NOT NULL
  WHERE ${condition} AND ${isActiveAtSql('$3')}`;

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

/**
 * Returns the principal of a session token, with the grants in a tenant, and extends the session's idle time up to its
 * maximum age.
 */
export async function principalOfToken(
  pool: Pool,
  token: string,
  tenantId: string | undefined,
  now: Date,
): Promise<Principal | undefined> {
  const { rows } = await pool.query<PrincipalRow>({ ...byToken, values: [tokenHash(token), tenantId ?? null, now] });
  const [row] = rows;
  if (!row) return undefined;
  // Once a minute is precise enough for a limit in hours, and saves a write per request.
  if (row.stale) {
    await pool.query(
      `UPDATE session SET last_used_at = $2, idle_until = least($2::timestamptz + interval '1 hour' * idle_hours, expires_at) WHERE id = $1`,
      [row.session_id, now],
    );
  }
  return principalOf(row);
}

/** Returns the principal of a session by the session's id, for requests with a download token. */
export async function principalOfSessionId(
  pool: Pool,
  sessionId: string,
  tenantId: string,
  now: Date,
): Promise<Principal | undefined> {
  const { rows } = await pool.query<PrincipalRow>({ ...byId, values: [sessionId, tenantId, now] });
  return rows[0] && principalOf(rows[0]);
}
