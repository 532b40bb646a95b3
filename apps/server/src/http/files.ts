import { fileKinds, imageTypes } from '@carrara/contract/core/fileTypes';
import { safeFileName } from '@carrara/adapters/files/fileName';
import type { FastifyReply } from 'fastify';
import type { FileAnswer } from '../core/operations.ts';

/** Types that a browser may display. They can't execute anything under the headers of every response. */
const inlineTypes = new Set<string>([fileKinds.pdf.mediaType, ...imageTypes]);

/**
 * Sends a file under a name that every system accepts. Types that aren't known to be harmless are downloaded, never
 * displayed.
 */
export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  const disposition = file.inline && inlineTypes.has(file.type) ? 'inline' : 'attachment';
  const [, stem = file.name, extension] = /^(.*)\.([a-z0-9]{1,10})$/isu.exec(file.name) ?? [];
  const name = safeFileName(stem, extension);
  return reply
    .header(
      'content-disposition',
      `${disposition}; filename="${asciiName(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .type(file.type)
    .send(file.content);
}

const asciiName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
