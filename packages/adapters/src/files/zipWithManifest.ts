import { createHash } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';

const manifestName = 'manifest.json';

/** A file of a package. `facts` are written into the manifest. */
export interface PackedFile {
  /** Unique path in the zip, with folder and extension. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly facts: Readonly<Record<string, unknown>>;
}
/** An entry of the manifest. */
export type ManifestFile = Readonly<Record<string, unknown>> & {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
};

/**
 * Streams files as a zip, created one at a time, with a manifest of their sizes and digests as the last entry. `day` is
 * the date of all entries.
 */
export function zipWithManifest(
  files: AsyncIterable<PackedFile>,
  manifestOf: (files: readonly ManifestFile[]) => object,
  day: string,
): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const mtime = new Date(`${day}T00:00:00Z`);
  zip.on('error', (reason: Error) => out.destroy(reason));
  (zip.outputStream as Readable).pipe(out);
  const pack = async () => {
    const listed: ManifestFile[] = [];
    for await (const { path, bytes, facts } of files) {
      zip.addBuffer(Buffer.from(bytes), path, { mtime, compress: false });
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      listed.push({ file: path, ...facts, bytes: bytes.length, sha256 });
    }
    const manifest = `${JSON.stringify(manifestOf(listed), undefined, 2)}\n`;
    zip.addBuffer(Buffer.from(manifest), manifestName, { mtime });
    zip.end();
  };
  pack().catch((reason: Error) => out.destroy(reason));
  return out;
}
