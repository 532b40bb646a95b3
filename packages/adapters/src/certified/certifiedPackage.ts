import { createHash, sign } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { fileNames } from '../files/fileName.ts';
import type { PrintedList } from '../spreadsheet/listWorkbook.ts';
import { privateKeyOf, publicKeyOf } from './certifyingKey.ts';

export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.sig';
export const FORMAT = 'carrara-certified-1';

/** What is certified: by whom, of when, and how it was known. */
export interface Certified {
  readonly firm: string;
  readonly endDate: string;
  readonly domains: readonly string[];
  readonly segregateBy: string;
  readonly funds: readonly string[];
  /** Those alone of whom something is in it: it is handed on, and names nobody else. */
  readonly investors: readonly string[];
  /** The act of the audit trail until which things were known. */
  readonly knownSeq: number;
  readonly engineVersion: string;
  readonly madeAt: string;
  readonly madeBy: string;
}
export interface CertifiedManifest extends Certified {
  readonly format: typeof FORMAT;
  readonly publicKey: string;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
}

/**
 * A zip of workbooks with a manifest that has the SHA-256 of each, and an Ed25519 signature of the manifest's bytes: one workbook is made and packed
 * at a time. `secret` is that of a transaction of the firm.
 */
export function certifiedPackage(
  certified: Certified,
  tables: Iterable<{ readonly name: string; readonly list: PrintedList }>,
  secret: Buffer,
): Readable {
  const out = new PassThrough();
  const zip = new ZipFile();
  zip.on('error', (reason: Error) => out.destroy(reason));
  (zip.outputStream as Readable).pipe(out);
  const mtime = new Date(certified.madeAt);
  const nameOf = fileNames('xlsx');
  const pack = async () => {
    // A check of a file, or the key alone, needs no workbooks.
    const { listWorkbook } = await import('../spreadsheet/listWorkbook.ts');
    const files: CertifiedManifest['files'][number][] = [];
    for (const { name, list } of tables) {
      const content = await buffer(listWorkbook(list));
      const entry = nameOf(name);
      files.push({ name: entry, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') });
      zip.addBuffer(content, entry, { mtime, compress: false });
    }
    const manifest: CertifiedManifest = { format: FORMAT, ...certified, publicKey: publicKeyOf(secret), files };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    zip.addBuffer(text, MANIFEST, { mtime });
    zip.addBuffer(Buffer.from(`${sign(null, text, privateKeyOf(secret)).toString('base64')}\n`), SIGNATURE, { mtime });
    zip.end();
  };
  pack().catch((reason: unknown) => out.destroy(reason instanceof Error ? reason : new Error(String(reason))));
  return out;
}
