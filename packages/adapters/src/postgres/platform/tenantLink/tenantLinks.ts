import type { TenantLinkRequest } from '@carrara/contract/platform/tenantLink/tenantLink';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { statusSql } from '../../statusText.ts';

type Status = 'PEND' | 'ACCEPT' | 'REJ' | 'REM';
export interface StoredLink extends Omit<TenantLinkRequest, 'requestStatus'> {
  readonly requestStatus: { readonly code: Status; readonly description: string };
}
export interface Choice {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
}

const select = `
  SELECT l.id, l.row_version AS "rowVersion", l.tenant_id AS "sourceTenantId", s.name AS "sourceTenantName", l.target_id AS "targetTenantId",
    t.name AS "targetTenantName", l.tenant_id = $1 AS "isOurs", l.firm, l.investors, l.comments, l.answer,
    ${statusSql('tenantLinkRequest', 'l.status')} AS "requestStatus",
    l.created_at AS "createdDate", l.answered_at AS "answeredDate"
  FROM tenant_link l JOIN linked_tenants() s ON s.id = l.tenant_id JOIN linked_tenants() t ON t.id = l.target_id`;
/** SQL condition for requests about a record of this tenant. */
const about = `(EXISTS (SELECT FROM investor_link i WHERE i.tenant_id = $1 AND i.link_id = l.id AND i.investor_id = $2)
  OR EXISTS (SELECT FROM firm_link f WHERE f.tenant_id = $1 AND f.link_id = l.id AND f.firm_id = $2))`;
const isLive = `l.status IN ('PEND', 'ACCEPT')`;
const newestFirst = 'ORDER BY l.created_at DESC, l.id DESC';

/**
 * Serializes writes to links. Such a write ends with the audit logs of two tenants, and two writes that lock them in
 * different orders would deadlock.
 */
export const lockLinks = (tx: Transaction) =>
  tx.query(`SELECT pg_advisory_xact_lock(hashtext('carrara tenant links'))`);

/** Returns all requests of this tenant, newest first. */
export const listLinks = (tx: Transaction, side?: 'source' | 'target'): Promise<StoredLink[]> => {
  const own = side === 'source' ? 'l.tenant_id' : side === 'target' ? 'l.target_id' : undefined;
  return tx.query<StoredLink>(
    `${select} WHERE ${own ? `${own} = $1` : '$1 IN (l.tenant_id, l.target_id)'} ${newestFirst}`,
    [tx.tenantId],
  );
};

export async function loadLink(tx: Transaction, id: string): Promise<StoredLink | undefined> {
  const [link] = await tx.query<StoredLink>(`${select} WHERE $1 IN (l.tenant_id, l.target_id) AND l.id = $2`, [
    tx.tenantId,
    id,
  ]);
  return link;
}

/**
 * Returns the newest request about an investor or a firm of this tenant: an open or accepted one, otherwise one that
 * ended.
 */
export async function newestLinkFor(tx: Transaction, recordId: string): Promise<StoredLink | undefined> {
  const [link] = await tx.query<StoredLink>(
    `${select} WHERE ${about} ORDER BY ${isLive} DESC, l.created_at DESC, l.id DESC LIMIT 1`,
    [tx.tenantId, recordId],
  );
  return link;
}

/** Returns the open and accepted requests about an investor or a firm of this tenant. */
export const liveLinksAbout = (tx: Transaction, recordId: string): Promise<StoredLink[]> =>
  tx.query<StoredLink>(`${select} WHERE ${about} AND ${isLive} ${newestFirst}`, [tx.tenantId, recordId]);

export const linkTargets = (tx: Transaction, wholeName: string) =>
  tx.query<{ readonly id: string; readonly name: string }>(
    'SELECT id, name FROM link_targets($1) ORDER BY lower(name), id',
    [wholeName],
  );

const named = (kind: 'investor' | 'firm', free: string) =>
  `SELECT b.id, b.code, b.name FROM container b WHERE b.tenant_id = $1 AND b.kind = '${kind}' AND NOT EXISTS (
     SELECT FROM ${kind}_link own JOIN tenant_link l ON l.id = own.link_id AND $1 IN (l.tenant_id, l.target_id) AND ${isLive}
     WHERE own.tenant_id = $1 AND own.${kind}_id = b.id ${free}) ORDER BY lower(b.name), b.id`;

/** Returns the investors without an open or accepted request. */
export const linkableInvestors = (tx: Transaction): Promise<Choice[]> =>
  tx.query<Choice>(named('investor', ''), [tx.tenantId]);

/**
 * Returns the firms without an open or accepted request, ignoring requests with this tenant. A firm corresponds to
 * one tenant, with as many links as it has investors.
 */
export const linkableFirms = (tx: Transaction, tenantId: string | null): Promise<Choice[]> =>
  tx.query<Choice>(named('firm', 'AND ($2::uuid IS NULL OR $2 NOT IN (l.tenant_id, l.target_id))'), [
    tx.tenantId,
    tenantId,
  ]);

export async function linkCounts(tx: Transaction): Promise<{ pending: number; resolved: number }> {
  const [counts] = await tx.query<{ pending: number; resolved: number }>(
    `SELECT count(*) FILTER (WHERE status = 'PEND')::int AS pending, count(*) FILTER (WHERE status <> 'PEND')::int AS resolved
     FROM tenant_link WHERE $1 IN (tenant_id, target_id)`,
    [tx.tenantId],
  );
  return counts ?? { pending: 0, resolved: 0 };
}

export const requestLink = (
  tx: Transaction,
  link: { readonly id: string; readonly targetId: string; readonly comments: string | null },
) =>
  tx.query(
    'INSERT INTO tenant_link (tenant_id, id, target_id, comments, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)',
    [tx.tenantId, link.id, link.targetId, link.comments, tx.now],
  );

/** Stores which records of this tenant a link is about: by their ids here, and by their names in the request. */
export async function announceLink(
  tx: Transaction,
  linkId: string,
  { firm, investors }: { readonly firm: Choice | undefined; readonly investors: readonly Choice[] },
): Promise<void> {
  if (firm) {
    await tx.query('INSERT INTO firm_link (tenant_id, link_id, firm_id) VALUES ($1, $2, $3)', [
      tx.tenantId,
      linkId,
      firm.id,
    ]);
    await tx.query('UPDATE tenant_link SET firm = $2 WHERE id = $1', [linkId, { id: firm.id, name: firm.name }]);
  }
  if (investors.length === 0) return;
  await tx.query('INSERT INTO investor_link (tenant_id, link_id, investor_id) SELECT $1, $2, unnest($3::uuid[])', [
    tx.tenantId,
    linkId,
    investors.map(({ id }) => id),
  ]);
  await tx.query('UPDATE tenant_link SET investors = $2 WHERE id = $1', [
    linkId,
    JSON.stringify(investors.map(({ id, name }) => ({ id, investorName: name }))),
  ]);
}

/** Removes an investor from a link that has others. */
export async function removeInvestorFromLink(tx: Transaction, linkId: string, investorId: string): Promise<void> {
  await tx.query('DELETE FROM investor_link WHERE tenant_id = $1 AND link_id = $2 AND investor_id = $3', [
    tx.tenantId,
    linkId,
    investorId,
  ]);
  await tx.query(
    `UPDATE tenant_link SET row_version = row_version + 1, updated_at = $3,
       investors = (SELECT coalesce(jsonb_agg(i), '[]') FROM jsonb_array_elements(investors) i WHERE i ->> 'id' <> $2) WHERE id = $1`,
    [linkId, investorId, tx.now],
  );
}

/** Changes the status of a link. Undefined if its version has changed. */
export async function moveStoredLink(
  tx: Transaction,
  link: { readonly id: string; readonly rowVersion: number },
  status: Status,
  answer: string | null,
): Promise<number | undefined> {
  const [moved] = await tx.query<{ version: number }>(
    `UPDATE tenant_link SET status = $3, answer = coalesce($4, answer), answered_at = coalesce(answered_at, $5), updated_at = $5,
       row_version = row_version + 1 WHERE id = $1 AND row_version = $2 RETURNING row_version AS version`,
    [link.id, link.rowVersion, status, answer, tx.now],
  );
  return moved?.version;
}
