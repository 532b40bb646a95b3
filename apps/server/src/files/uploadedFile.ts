import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { UploadedFile } from '../core/operations.ts';

/** Wraps bytes as an uploaded file. */
export function uploadedFile(name: string, type: string, content: Uint8Array): UploadedFile {
  return {
    name,
    type,
    fields: {},
    sizeBytes: content.byteLength,
    sha256: createHash('sha256').update(content).digest(),
    stream: () => Readable.from([content]),
    bytes: async () => Buffer.from(content),
  };
}
