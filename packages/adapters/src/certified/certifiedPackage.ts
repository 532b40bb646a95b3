import { createHash, sign } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { fileNames } from '../files/fileName.ts';
import type { PrintedList } from '../spreadsheet/listWorkbook.ts';
import { toPrivateKey, toPublicKey } from './certifyingKey.ts';

export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.sig';
export const FORMAT = 'carrara-certified-1';

/**
 * Facts about a certified package: who certified it, the period it covers, and the state of knowledge it was computed
 * from.
 */
export interface CertifiedFacts {
  readonly firm: string;
  readonly endDate: string;
  readonly domains: readonly string[];
  readonly segregateBy: string;
  readonly funds: readonly string[];
  /** Only the investors with data in the package. The package goes to third parties and must not name anybody else. */
  readonly investors: readonly string[];
  /** Sequence number of the last entry of the audit log that the figures take into account. */
  readonly asOfSequence: number;
  readonly engineVersion: string;
  readonly createdAt: string;
  readonly createdBy: string;
}
interface CertifiedManifest extends CertifiedFacts {
  readonly format: typeof FORMAT;
  readonly publicKey: string;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
}

/**
 * Streams a zip of workbooks with a manifest (SHA-256 of each workbook) and an Ed25519 signature of the manifest's
 * bytes. Workbooks are created and packed one at a time. `secret` comes from a transaction of the firm.
 */
export function certifiedPackage(
  certified: CertifiedFacts,
  tables: Iterable<{ readonly name: string; readonly list: PrintedList }>,
  secret: Buffer,
): Readable {
  const out = new PassThrough();
  const zip = new ZipFile();
  zip.on('error', (reason: Error) => out.destroy(reason));
  (zip.outputStream as Readable).pipe(out);
  const mtime = new Date(certified.createdAt);
  const nameOf = fileNames('xlsx');
  const pack = async () => {
    // Loaded lazily: verifying a file, or reading the public key, needs no workbooks.
    const { listWorkbook } = await import('../spreadsheet/listWorkbook.ts');
    const files: CertifiedManifest['files'][number][] = [];
    for (const { name, list } of tables) {
      const content = await buffer(listWorkbook(list));
      const entry = nameOf(name);
      files.push({ name: entry, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') });
      zip.addBuffer(content, entry, { mtime, compress: false });
    }
    const manifest: CertifiedManifest = { format: FORMAT, ...certified, publicKey: toPublicKey(secret), files };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    zip.addBuffer(text, MANIFEST, { mtime });
    zip.addBuffer(Buffer.from(`${sign(null, text, toPrivateKey(secret)).toString('base64')}\n`), SIGNATURE, { mtime });
    zip.end();
  };
  pack().catch((reason: unknown) => out.destroy(reason instanceof Error ? reason : new Error(String(reason))));
  return out;
}
