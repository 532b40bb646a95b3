import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** PKCS #8 prefix of the 32 bytes of an Ed25519 private key (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the firm's private key from a secret of the installation. The key itself is stored nowhere. */
export const toPrivateKey = (secret: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, secret.subarray(0, 32)]), format: 'der', type: 'pkcs8' });

const spkiOf = (key: KeyObject): Buffer => createPublicKey(key).export({ format: 'der', type: 'spki' });

/** Returns the public key as base64-encoded SubjectPublicKeyInfo. */
export const toPublicKey = (secret: Buffer): string => spkiOf(toPrivateKey(secret)).toString('base64');

/** Returns the fingerprint that people compare: the first 16 bytes of the key's SHA-256, in groups of four digits. */
export const keyFingerprint = (publicKey: string): string =>
  createHash('sha256')
    .update(Buffer.from(publicKey, 'base64'))
    .digest('hex')
    .slice(0, 32)
    .replaceAll(/(.{4})(?=.)/g, '$1 ');
