import type { FastifyReply } from 'fastify';
import type { FileAnswer } from '../operations.ts';

/** Types that a browser may show itself: they cannot run anything under the headers that every answer has. */
const shown = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Sends a file; whatever is not known to be harmless is saved, never shown. */
export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  const place = file.inline && shown.has(file.type) ? 'inline' : 'attachment';
  return reply
    .header(
      'content-disposition',
      `${place}; filename="${asciiName(file.name)}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .type(file.type)
    .send(file.content);
}

const asciiName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
