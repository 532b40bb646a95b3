import { createHash, createHmac } from 'node:crypto';

/** Returns a PostgreSQL URL with some parts replaced. */
export function urlWith(
  url: string,
  parts: { user?: string; password?: string | undefined; database?: string },
): string {
  const changed = new URL(url);
  if (parts.user !== undefined) {
    changed.username = encodeURIComponent(parts.user);
    changed.password = parts.password === undefined ? '' : encodeURIComponent(parts.password);
  }
  if (parts.database !== undefined) changed.pathname = `/${encodeURIComponent(parts.database)}`;
  return changed.toString();
}

export const databaseName = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres';
export const userName = (url: string): string => decodeURIComponent(new URL(url).username);
const passwordOf = (url: string): string | undefined =>
  decodeURIComponent(new URL(url).password) || process.env['PGPASSWORD'] || undefined;

/**
 * Returns the name of a login. Login roles belong to the whole server, so each of its databases has its own. A name may
 * have 63 bytes.
 */
export function loginName(kind: 'app' | 'worker', database: string): string {
  const plain = `carrara_${kind}_${database}`;
  return Buffer.byteLength(plain) <= 63
    ? plain
    : `carrara_${kind}_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`;
}

/**
 * Returns the password of a derived login. Every server process that has the privileged login derives the same one, so
 * nothing has to be stored. Undefined if the privileged login has no password because the server trusts the connection.
 */
export function loginPassword(adminUrl: string, login: string): string | undefined {
  const secret = passwordOf(adminUrl);
  return secret === undefined
    ? undefined
    : createHmac('sha256', secret).update(`carrara login ${login}`).digest('base64url');
}
