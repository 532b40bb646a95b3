import { createHash, createPublicKey, verify } from 'node:crypto';
import { err, ok, type Result } from '@carrara/domain/kernel';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { z } from 'zod';
import { FORMAT, MANIFEST, SIGNATURE } from './certifiedPackage.ts';
import { keyFingerprint } from './certifyingKey.ts';

const shape = z.looseObject({
  format: z.literal(FORMAT),
  firm: z.string(),
  endDate: z.string(),
  domains: z.array(z.string()),
  asOfSequence: z.number(),
  engineVersion: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  publicKey: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});

/** Result of verifying a package. */
export interface CertifiedFinding {
  readonly manifest: z.output<typeof shape>;
  /** Fingerprint of the signing key. Compare it with the fingerprint that the firm published. */
  readonly fingerprint: string;
  /** All deviations from what was signed. Empty if the package is genuine. */
  readonly troubles: readonly string[];
}

/** Limit on the unpacked size. The files in a genuine package are compressed already, so they barely grow. */
const mostUnpacked = (packed: number): number => 10 * packed + 1_000_000;
const manifestBytes = 4_000_000;
const isEnvelope = (name: string): boolean => name === MANIFEST || name === SIGNATURE;

/**
 * Verifies a package against its own signature and digests, without the installation that created it. Unpacks only
 * files that the manifest lists with that length, and keeps none of them in memory.
 * Fails: with a sentence if the file is not a package or claims to unpack to far more than its size.
 */
export async function verifyCertified(bytes: Uint8Array): Promise<Result<CertifiedFinding, string>> {
  try {
    return await verifyZip(await fromBufferPromise(Buffer.from(bytes)), bytes.length);
  } catch {
    return err('the file isn’t a readable zip file.');
  }
}

async function verifyZip(zip: ZipFile, packed: number): Promise<Result<CertifiedFinding, string>> {
  const entries = new Map<string, Entry>();
  const twice: string[] = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) twice.push(`${entry.fileName} is in the file twice.`);
    else entries.set(entry.fileName, entry);
    unpacked += entry.uncompressedSize;
  }
  const [manifest, signature] = [entries.get(MANIFEST), entries.get(SIGNATURE)];
  if (manifest === undefined || signature === undefined)
    return err('the file isn’t certified data because it has no signed manifest.');
  if (unpacked > mostUnpacked(packed) || manifest.uncompressedSize + signature.uncompressedSize > manifestBytes)
    return err(
      `the file isn’t certified data because it would unpack to ${String(unpacked)} bytes, far more than its size.`,
    );
  const text = await buffer(await zip.openReadStreamPromise(manifest));
  const read = manifestOf(text);
  if (read === undefined) return err('the manifest of the file can’t be read.');
  const isSigned = isSignatureOf(text, await buffer(await zip.openReadStreamPromise(signature)), read.publicKey);
  const changed: string[] = [];
  for (const { name, bytes, sha256 } of read.files) {
    const entry = entries.get(name);
    if (entry === undefined) changed.push(`${name} is missing.`);
    else if (entry.uncompressedSize !== bytes || (await digestOf(await zip.openReadStreamPromise(entry))) !== sha256)
      changed.push(`${name} was changed.`);
  }
  const troubles = [
    ...twice,
    ...(isSigned ? [] : ['The signature doesn’t match the manifest. One of them was changed.']),
    ...changed,
    ...[...entries.keys()]
      .filter((name) => !isEnvelope(name) && !read.files.some((file) => file.name === name))
      .map((name) => `${name} was added.`),
  ];
  return ok({ manifest: read, fingerprint: keyFingerprint(read.publicKey), troubles });
}

async function digestOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}

function manifestOf(text: Buffer): z.output<typeof shape> | undefined {
  try {
    return shape.parse(JSON.parse(text.toString('utf8')));
  } catch {
    return undefined;
  }
}

function isSignatureOf(text: Buffer, signature: Buffer, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, text, key, Buffer.from(signature.toString('utf8').trim(), 'base64'));
  } catch {
    return false;
  }
}
