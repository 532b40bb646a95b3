import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps what must be read again under a key that is not in the database: whoever has the database alone makes no code with it. */
export interface SecretSeal {
  seal(secret: Uint8Array, owner: string): Buffer;
  /** Fails: throws where it was sealed for another owner, by another key, or changed since. */
  open(sealed: Uint8Array, owner: string): Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a key of its own, derived from that of the installation; the owner is sealed along, so that no row serves for another person. */
export function secretSeal(installationKey: Uint8Array): SecretSeal {
  const key = Buffer.from(hkdfSync('sha256', installationKey, '', 'carrara second factors', 32));
  return {
    seal(secret, owner) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
  };
}
