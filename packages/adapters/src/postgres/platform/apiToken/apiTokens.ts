import type { RowOf } from '@carrara/contract/core/endpoint';
import type { apiTokenEndpoints } from '@carrara/contract/platform/apiToken/apiToken';
import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';

const codeJson = (code: string, description: string) =>
  `jsonb_build_object('code', '${code}', 'description', '${description}')`;
const state = `CASE WHEN b.ended_at IS NOT NULL THEN ${codeJson('END', 'Ended')} WHEN b.expires_at <= current_setting('app.now')::timestamptz THEN ${codeJson('OVER', 'Over')}
  ELSE ${codeJson('ACTIVE', 'Active')} END`;
const access = `CASE b.access WHEN 'READ' THEN ${codeJson('READ', 'Read')} ELSE ${codeJson('WRITE', 'Read and write')} END`;
const addresses = `coalesce((SELECT string_agg(abbrev(a), ', ') FROM unnest(b.addresses) a), '')`;
const owner = personName('b.person_id');
const zone = `coalesce((SELECT nullif(t.settings ->> 'timeZone', '') FROM tenant t WHERE t.id = b.tenant_id), 'UTC')`;
const lastDay = `((b.expires_at - interval '1 microsecond') AT TIME ZONE ${zone})::date`;

/** List of API tokens, newest first, without their hashes. */
export const apiTokenList = defineListQuery<RowOf<(typeof apiTokenEndpoints)['listApiTokens']>>({
  base: { table: 'api_token' },
  columns: {
    name: column('text', 'b.name'),
    owner: column('text', owner),
    isOwn: { value: 'b.person_id = current_person()' },
    access: { value: access, sort: 'b.access' },
    withPay: column('boolean', 'b.with_pay'),
    addresses: { value: addresses },
    requestsPerMinute: column('count', 'b.requests_per_minute'),
    status: { value: state, sort: `${state} ->> 'description'` },
    createdDate: column('instant', 'b.created_at'),
    endsOn: column('date', lastDay),
    lastUsedDate: column('instant', 'b.last_used_at'),
    lastAddress: { value: 'host(b.last_address)' },
  },
  search: { text: `lower(b.name || E'\\n' || ${owner})` },
  filters: { personId: condition('b.person_id = ?::uuid'), id: condition('b.id = ?::uuid') },
  defaultSort: { field: 'createdDate', ascending: false },
});

export interface NewApiToken {
  readonly id: string;
  readonly personId: string;
  readonly name: string;
  readonly hash: Buffer;
  readonly access: 'READ' | 'WRITE';
  readonly withPay: boolean;
  /** True if the token was created in a session with a second factor. */
  readonly isStrong: boolean;
  readonly addresses: readonly string[];
  readonly requestsPerMinute: number;
  /** Last local date on which the token is valid. */
  readonly endsOn: string;
}

export async function insertApiToken(tx: Transaction, token: NewApiToken): Promise<void> {
  await tx.query(
    `INSERT INTO api_token (tenant_id, id, person_id, name, token_hash, access, with_pay, addresses, requests_per_minute, expires_at, created_at, created_by,
                            is_strong)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8::inet[], $9,
       ($10::date + 1)::timestamp AT TIME ZONE coalesce((SELECT nullif(t.settings ->> 'timeZone', '') FROM tenant t WHERE t.id = $1), 'UTC'), $11, $12, $13`,
    [
      tx.tenantId,
      token.id,
      token.personId,
      token.name,
      token.hash,
      token.access,
      token.withPay,
      token.addresses,
      token.requestsPerMinute,
      token.endsOn,
      tx.now,
      tx.personId,
      token.isStrong,
    ],
  );
}

/** Returns the number of a person's valid tokens. */
export async function countValidTokens(tx: Transaction, personId: string): Promise<number> {
  // The tokens of a person are created one after another, so that each counts those before it.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('apiToken' || $1::text || $2::text, 0))`, [
    tx.tenantId,
    personId,
  ]);
  const [row] = await tx.query<{ number: number }>(
    'SELECT count(*)::int AS number FROM api_token WHERE tenant_id = $1 AND person_id = $2 AND ended_at IS NULL AND expires_at > $3',
    [tx.tenantId, personId, tx.now],
  );
  return row?.number ?? 0;
}

/** Ends a token. Returns false if it has already ended. */
export async function revokeToken(tx: Transaction, id: string): Promise<boolean> {
  const ended = await tx.query(
    'UPDATE api_token SET ended_at = $3, ended_by = $4 WHERE tenant_id = $1 AND id = $2 AND ended_at IS NULL RETURNING id',
    [tx.tenantId, id, tx.now, tx.personId],
  );
  return ended.length > 0;
}

/** Ends all tokens of a person or a program in the firm, each with its audit entry. */
export async function endPersonTokens(
  tx: Transaction,
  { id, name: owner }: { readonly id: string; readonly name: string },
): Promise<void> {
  const ended = await tx.query<{ id: string; name: string }>(
    'UPDATE api_token SET ended_at = $3, ended_by = $4 WHERE tenant_id = $1 AND person_id = $2 AND ended_at IS NULL RETURNING id, name',
    [tx.tenantId, id, tx.now, tx.personId],
  );
  for (const token of ended)
    tx.record({
      operation: 'endApiToken',
      objectType: 'apiToken',
      objectId: token.id,
      objectName: token.name,
      before: { name: token.name, owner },
      after: null,
    });
}
