import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { notReadable, type ReadLimits, Refusal, tooLarge } from './limits.ts';

/** The parts of an .xlsx package by name, looked through before anything is inflated. */
export interface Package {
  readonly has: (name: string) => boolean;
  /** Streams a part, at most as long as the package says it is. */
  readonly open: (name: string) => Promise<AsyncIterable<Uint8Array>>;
}

async function listEntries(zip: ZipFile, limits: ReadLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.maxEntries) {
    throw new Refusal(tooLarge(`The file holds ${zip.entryCount} parts; at most ${limits.maxEntries} are read.`));
  }
  const entries = new Map<string, Entry>();
  let inflated = 0;
  for await (const entry of zip.eachEntry()) {
    inflated += entry.uncompressedSize;
    if (inflated > limits.maxInflatedBytes) throw new Refusal(tooLarge('The file is too large when it is unpacked.'));
    entries.set(entry.fileName.replace(/^\//, ''), entry);
  }
  return entries;
}

/**
 * Opens a package. The number of parts and their inflated size are checked from the directory before a byte is inflated; a part that turns
 * out longer than the directory says ends the reading there.
 *
 * Fails: FILE_NOT_READABLE, FILE_TOO_LARGE.
 */
export async function openPackage(bytes: Uint8Array, limits: ReadLimits): Promise<Package> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const entries = await listEntries(zip, limits);
  return {
    has: (name) => entries.has(name),
    open: async (name) => {
      const entry = entries.get(name);
      if (!entry) throw new Refusal(notReadable(`The file has no part ${name}.`));
      if (entry.isEncrypted()) throw new Refusal(notReadable('The file is encrypted.'));
      return zip.openReadStreamPromise(entry);
    },
  };
}
