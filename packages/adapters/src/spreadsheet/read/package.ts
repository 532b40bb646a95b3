import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { fileNotReadable, type ReadLimits, Refusal, tooLarge } from './limits.ts';

const elementsBetweenChecks = 1000;

/** The parts of an .xlsx package by name. Their number and size are checked before anything is decompressed. */
export interface Package {
  readonly has: (name: string) => boolean;
  /** Streams a part, at most as long as the package claims. */
  readonly open: (name: string) => Promise<AsyncIterable<Uint8Array>>;
  /** Uses up part of the reading budget that all parts share. Fails: throws a Refusal if it is exhausted. */
  readonly spend: (elements: number) => void;
}

async function listEntries(zip: ZipFile, limits: ReadLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.maxEntries) {
    throw new Refusal(tooLarge(`The file has ${zip.entryCount} parts. The limit is ${limits.maxEntries}.`));
  }
  const entries = new Map<string, Entry>();
  let [compressed, inflated] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    compressed += entry.compressedSize;
    inflated += entry.uncompressedSize;
    if (inflated > limits.maxInflatedBytes)
      throw new Refusal(tooLarge('The unpacked file would exceed the size limit.'));
    entries.set(entry.fileName.replace(/^\//, ''), entry);
  }
  if (inflated > limits.freeInflatedBytes && inflated > compressed * limits.maxInflation)
    throw new Refusal(tooLarge('The unpacked file would exceed the size limit.'));
  return entries;
}

/**
 * Opens a package. The number of parts and their uncompressed size are checked from the directory first. If a part is
 * longer than the directory claims, reading stops.
 *
 * Fails: FILE_NOT_READABLE, FILE_TOO_LARGE.
 */
export async function openPackage(bytes: Uint8Array, limits: ReadLimits): Promise<Package> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const entries = await listEntries(zip, limits);
  let remaining = limits.maxElements;
  const atStart = process.cpuUsage();
  return {
    spend(elements) {
      remaining -= elements;
      if (remaining % elementsBetweenChecks === 0) {
        const { user, system } = process.cpuUsage(atStart);
        if ((user + system) / 1000 > limits.processorMs)
          throw new Refusal(tooLarge('The file takes too long to read. Split it and upload the parts.'));
      }
      if (remaining < 0) throw new Refusal(tooLarge('The file has too much content. Split it and upload the parts.'));
    },
    has: (name) => entries.has(name),
    open: async (name) => {
      const entry = entries.get(name);
      if (!entry)
        throw new Refusal(
          fileNotReadable(`The file is damaged: part ${name} is missing. Save it again and upload it.`),
        );
      if (entry.isEncrypted())
        throw new Refusal(fileNotReadable('The file is encrypted. Save it without a password and upload it.'));
      return zip.openReadStreamPromise(entry);
    },
  };
}
