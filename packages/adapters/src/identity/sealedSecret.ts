import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts values that must be read again, under a key outside the database: access to the database alone reveals no
 * secret.
 */
export interface SecretSeal {
  seal(secret: Uint8Array, owner: string): Buffer;
  /**
   * Decrypts a value. Fails: throws if it was encrypted for another owner or with another key, or was changed since.
   */
  open(sealed: Uint8Array, owner: string): Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM, under a key derived from the installation's key. The owner is authenticated too, so that a
 * row can't be reused for another person.
 */
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
