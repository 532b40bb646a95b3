import { removeInvisible } from '@carrara/domain/kernel/plainText';
import { err, type Failures, fail, ok, type Result, type FailureCode } from '@carrara/domain/kernel';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from '../core/operations.ts';
import { type SpooledFile, spoolFile } from '../files/spool.ts';
import { megabytes } from '@carrara/contract/core/fileTypes';

const mostFields = 20;

/** A file of a request. `close` frees its disk space. */
export type ReceivedFile = UploadedFile & Pick<SpooledFile, 'close'>;

/**
 * Writes the file of a multipart request to disk as it arrives, within the limit and without keeping it in memory.
 *
 * Fails: MALFORMED (no file, several, too many fields, or an unreadable multipart body), TOO_LARGE, UNSUPPORTED_TYPE
 * (not a multipart body).
 */
export async function readUpload(request: FastifyRequest, limitBytes: number): Promise<Result<ReceivedFile, Failures>> {
  if (!request.isMultipart()) return refused('UNSUPPORTED_TYPE', 'Send the file as multipart/form-data.');
  const fields: Record<string, string> = {};
  let found: (SpooledFile & { readonly name: string; readonly type: string }) | undefined;
  try {
    for await (const part of request.parts({
      limits: { fileSize: limitBytes, files: 1, fields: mostFields, fieldSize: 10_000, parts: mostFields + 1 },
    })) {
      if (part.type !== 'file') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value;
        continue;
      }
      found = {
        // Browsers send a quotation mark in the name of a file as %22.
        name: removeInvisible((part.filename ?? '').replaceAll('%22', '"')) || 'file',
        type: part.mimetype,
        ...(await spoolFile(part.file)),
      };
      // Bytes beyond the limit are never written to disk.
      if (part.file.truncated) {
        await found.close();
        return refused('TOO_LARGE', `A file can have at most ${megabytes(limitBytes)}.`);
      }
    }
  } catch (error) {
    await found?.close();
    const limit = limitOf(error);
    if (limit === 'FST_FILES_LIMIT') return refused('MALFORMED', 'Send one file per request.');
    if (limit === 'FST_FIELDS_LIMIT' || limit === 'FST_PARTS_LIMIT')
      return refused('MALFORMED', `Send one file and at most ${mostFields} other fields per request.`);
    if (limit !== undefined) return refused('TOO_LARGE', `A file can have at most ${megabytes(limitBytes)}.`);
    if (isOfDisk(error)) throw error;
    return refused('MALFORMED', 'The multipart body can’t be read.');
  }
  return found ? ok({ ...found, fields }) : refused('MALFORMED', 'There is no file in the request.');
}

const refused = (code: FailureCode, detail: string) => err([fail(code, [], detail)]);

/** Returns which limit of a request was exceeded. */
function limitOf(error: unknown): unknown {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 413 && 'code' in error
    ? error.code
    : undefined;
}
/** True for disk errors, which aren't the sender's fault. */
const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
