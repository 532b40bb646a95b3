import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key of a firm, made of a secret that only the installation can make again: no other place keeps it. */
export const privateKeyOf = (secret: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, secret.subarray(0, 32)]), format: 'der', type: 'pkcs8' });

const spkiOf = (key: KeyObject): Buffer => createPublicKey(key).export({ format: 'der', type: 'spki' });

/** The public key as it travels: SubjectPublicKeyInfo in base64. */
export const publicKeyOf = (secret: Buffer): string => spkiOf(privateKeyOf(secret)).toString('base64');

/** What people compare of a public key: the first 16 bytes of its SHA-256, in groups. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256')
    .update(Buffer.from(publicKey, 'base64'))
    .digest('hex')
    .slice(0, 32)
    .replaceAll(/(.{4})(?=.)/g, '$1 ');
