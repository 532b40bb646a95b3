import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { dailyMailHour, initialMailChoices } from '@carrara/domain/platform/mail';
import type { Pool } from 'pg';
import type { Grants } from '@carrara/contract/core/permissions';
import type { StoredTenant } from '../postgres/platform/tenant.ts';
import type { Principal } from './principal.ts';
import { createToken, tokenHash } from './tokens.ts';

/** Prefix that makes tokens recognizable to people and to secret scanners. */
const mark = 'carrara_';
export const createApiToken = (): string => mark + createToken();
export const isApiToken = (token: string): boolean => token.startsWith(mark);

interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly person_id: string;
  readonly person_name: string;
  readonly first_name: string;
  readonly access: 'READ' | 'WRITE';
  readonly with_pay: boolean;
  readonly is_strong: boolean;
  readonly tenant_id: string;
  readonly requests_per_minute: number;
  readonly is_over: boolean;
  readonly is_ended: boolean;
  readonly is_from_here: boolean;
  readonly is_stale: boolean;
  readonly grants: Grants | null;
  readonly tenant: StoredTenant | null;
}

const lookUp = {
  name: 'owner of an API token',
  text: `
  SELECT t.id, t.name, t.tenant_id, t.person_id, trim(p.first_name || ' ' || p.last_name) AS person_name, p.first_name, t.access, t.with_pay, t.is_strong,
         t.requests_per_minute, t.expires_at <= $3 AS is_over, t.ended_at IS NOT NULL OR p.is_inactive AS is_ended,
         cardinality(t.addresses) = 0 OR $4::inet <<= ANY (t.addresses) AS is_from_here,
         t.last_address IS DISTINCT FROM $4::inet OR t.last_used_at < $3::timestamptz - interval '1 minute' AS is_stale, m.grants, m.tenant
  FROM api_token_by_hash($1) t JOIN person p ON p.id = t.person_id
  LEFT JOIN LATERAL membership_in($2::uuid, p.id) m ON t.tenant_id = $2::uuid`,
};
const refused = (detail: string) => err([fail('TOKEN_ENDED', [], detail)]);

/** Facts about a request that decide if its token is valid. */
export interface TokenUse {
  readonly tenantId: string | undefined;
  /** Network address of the client. */
  readonly address: string;
  readonly now: Date;
}

/**
 * Returns the principal of an API token, with the owner's current permissions in the token's firm and none in other
 * firms. Nothing is cached, so a revoked token, a disabled owner or reduced permissions take effect with the next
 * request.
 *
 * Fails: NOT_SIGNED_IN for an unknown token, TOKEN_ENDED if it has expired, was revoked or is used from an address that
 * it doesn't allow.
 */
export async function principalOfApiToken(
  pool: Pool,
  token: string,
  { tenantId, address, now }: TokenUse,
): Promise<Result<Principal, Failures>> {
  const from = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '');
  const { rows } = await pool.query<TokenRow>({ ...lookUp, values: [tokenHash(token), tenantId ?? null, now, from] });
  const [row] = rows;
  if (!row) return err([fail('NOT_SIGNED_IN', [], 'There is no such token. Check that you copied all of it.')]);
  if (row.is_ended) return refused('This token has ended. Create a new one.');
  if (row.is_over) return refused('This token has expired. Create a new one.');
  if (!row.is_from_here) {
    await pool.query('SELECT notify_refused_api_token($1, $2, $3, $4, $5)', [
      row.id,
      from,
      initialMailChoices.token,
      dailyMailHour,
      now,
    ]);
    return refused('This token can’t be used from this address. Create a token that allows it.');
  }
  if (row.is_stale) await pool.query('SELECT note_api_token_use($1, $2, $3)', [row.id, from, now]);
  const { grants, tenant } = row;
  return ok({
    sessionId: row.id,
    person: { id: row.person_id, name: row.person_name, firstName: row.first_name },
    passwordDue: false,
    factorDue: false,
    proof: { methods: [], strengthenedAt: null },
    token: {
      id: row.id,
      name: row.name,
      access: row.access,
      withPay: row.with_pay,
      tenantId: row.tenant_id,
      requestsPerMinute: row.requests_per_minute,
      isStrong: row.is_strong,
    },
    ...(grants && tenant ? { membership: { grants, tenant } } : {}),
  });
}
