import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from '../operations.ts';

/**
 * Reads the one file of a multipart request into memory, within the limit.
 *
 * Fails: MALFORMED (no file, or not one), TOO_LARGE, UNSUPPORTED_TYPE (no multipart body).
 */
export async function readUpload(request: FastifyRequest, limitBytes: number): Promise<Result<UploadedFile, Failures>> {
  if (!request.isMultipart()) return refused('UNSUPPORTED_TYPE', 'Send the file as multipart/form-data.');
  const fields: Record<string, string> = {};
  let found: { name: string; type: string; bytes: Uint8Array } | undefined;
  try {
    for await (const part of request.parts({
      limits: { fileSize: limitBytes, files: 1, fields: 20, fieldSize: 10_000, parts: 21 },
    })) {
      if (part.type === 'file') found = { name: part.filename, type: part.mimetype, bytes: await part.toBuffer() };
      else if (typeof part.value === 'string') fields[part.fieldname] = part.value;
    }
  } catch (error) {
    if (isLimit(error)) return refused('TOO_LARGE', `A file may have at most ${limitBytes} bytes.`);
    return refused('MALFORMED', 'The multipart body cannot be read.');
  }
  return found ? ok({ ...found, fields }) : refused('MALFORMED', 'There is no file in the request.');
}

const refused = (code: string, detail: string) => err([fail(code, [], detail)]);

function isLimit(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 413;
}
