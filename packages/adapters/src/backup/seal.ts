import { Decrypter, Encrypter } from 'age-encryption';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupRefusal } from './format.ts';

const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as NodeReadableStream<Uint8Array>);

/**
 * Compresses with gzip, then encrypts with a passphrase in the age format, so that `age --decrypt` can open the file as
 * well.
 */
export async function seal(content: Readable, passphrase: string, workFactor = 18): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(workFactor);
  encrypter.setPassphrase(passphrase);
  const zipped = createGzip();
  content.once('error', (error) => zipped.destroy(error));
  return fromWeb(await encrypter.encrypt(toWeb(content.pipe(zipped))));
}

/**
 * Opens an encrypted file. Each 64 KB chunk and the end of the file are authenticated before they are passed on.
 *
 * Fails: BackupRefusal if the file doesn't exist, isn't encrypted, or has another passphrase. Damage further inside
 * surfaces as an error of the returned stream.
 */
export async function unseal(file: string, passphrase: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const sealed = createReadStream(file);
  try {
    const content = fromWeb(await decrypter.decrypt(toWeb(sealed)));
    const plain = createGunzip();
    content.once('error', (error) => plain.destroy(error));
    return content.pipe(plain);
  } catch (error) {
    sealed.destroy();
    throw refusal(file, error);
  }
}

function refusal(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new BackupRefusal(`The file ${file} doesn’t exist.`);
  if (code === 'EISDIR') return new BackupRefusal(`${file} is a folder, not a backup file.`);
  if (code !== undefined && code.startsWith('E')) return error;
  if (/no identity matched/.test(message)) {
    return new BackupRefusal(`The passphrase is wrong, or the start of ${file} was changed.`);
  }
  return new BackupRefusal(`${file} isn’t a Carrara backup, or its start was changed.`);
}
