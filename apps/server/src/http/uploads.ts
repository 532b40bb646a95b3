import { err, type Failures, fail, ok, type Result, type FailureCode } from '@carrara/domain/kernel';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from '../operations.ts';
import { type SpooledFile, spoolFile } from './spool.ts';

/** A file of a request; `close` gives its place on the disk back. */
export type ReceivedFile = UploadedFile & Pick<SpooledFile, 'close'>;

/**
 * Writes the one file of a multipart request to the disk as it arrives, within the limit: none is held in memory.
 *
 * Fails: MALFORMED (no file, or not one), TOO_LARGE, UNSUPPORTED_TYPE (no multipart body).
 */
export async function readUpload(request: FastifyRequest, limitBytes: number): Promise<Result<ReceivedFile, Failures>> {
  if (!request.isMultipart()) return refused('UNSUPPORTED_TYPE', 'Send the file as multipart/form-data.');
  const fields: Record<string, string> = {};
  let found: (SpooledFile & { readonly name: string; readonly type: string }) | undefined;
  try {
    for await (const part of request.parts({
      limits: { fileSize: limitBytes, files: 1, fields: 20, fieldSize: 10_000, parts: 21 },
    })) {
      if (part.type !== 'file') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value;
        continue;
      }
      found = { name: part.filename || 'file', type: part.mimetype, ...(await spoolFile(part.file)) };
      // What is beyond the limit never reaches the disk.
      if (part.file.truncated) {
        await found.close();
        return refused('TOO_LARGE', `A file may have at most ${limitBytes} bytes.`);
      }
    }
  } catch (error) {
    await found?.close();
    if (isLimit(error)) return refused('TOO_LARGE', `A file may have at most ${limitBytes} bytes.`);
    if (isOfDisk(error)) throw error;
    return refused('MALFORMED', 'The multipart body cannot be read.');
  }
  return found ? ok({ ...found, fields }) : refused('MALFORMED', 'There is no file in the request.');
}

const refused = (code: FailureCode, detail: string) => err([fail(code, [], detail)]);

function isLimit(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 413;
}
/** A full disk is no fault of the sender. */
const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
