import { createHash, randomBytes } from 'node:crypto';

/** Creates a token of 32 random bytes for the bearer. The database stores only its SHA-256. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
