import { type BodyLimit, bodyLimits, deepestBody } from '@carrara/contract/core/bodyLimits';
import { innerName } from '@carrara/contract/core/wireNames';
import { type Failure, fail, type Path } from '@carrara/domain/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { maxErrors } from '../calls/failures.ts';
import { RefusalError } from './refusalError.ts';
import { scanJson } from './scanJson.ts';

/**
 * Parses JSON bodies. An empty body counts as none. A scan before parsing refuses too many parts, deeper nesting than
 * any call has, and numbers that floating point would change. It also refuses repeated fields, in any spelling, and
 * names that every object has. Compressed bodies and those in other character sets are refused (415).
 *
 * Fails: TOO_LARGE (413), MALFORMED, INVALID_TEXT (bytes that aren't UTF-8), NUMBER_TOO_LONG, NUMBER_WITH_EXPONENT,
 * REPEATED (400), UNKNOWN_FIELD (422).
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  // Decoded in another way, the body would be other data, or none.
  app.addHook('onRequest', async ({ headers }) => {
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
    if (encoding !== 'identity')
      throw new RefusalError([
        fail('UNSUPPORTED_TYPE', [], 'Send the body without compression (no Content-Encoding).'),
      ]);
    if (!/^(utf-?8|us-ascii)$/i.test(charset))
      throw new RefusalError([fail('UNSUPPORTED_TYPE', [], 'Send the body in UTF-8.')]);
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const json = textOf(body as Buffer);
    if (json === undefined) return done(new RefusalError([fail('INVALID_TEXT', [], 'The body isn’t valid UTF-8.')]));
    if (json.trim() === '') return done(null, undefined);
    // The mark is random per request, so no sent text can begin with it.
    const mark = `${randomUUID()} `;
    const scan = scanJson(json, mark);
    const { parts } = limitOf(request);
    if (scan.parts > parts)
      return done(new RefusalError([fail('TOO_LARGE', [], `It can contain at most ${parts} names and list items.`)]));
    if (scan.depth > deepestBody)
      return done(
        new RefusalError([fail('MALFORMED', [], `The body is nested more than ${deepestBody} levels deep.`)]),
      );
    if (scan.reserved.length > 0)
      return done(
        new RefusalError(
          scan.reserved.map((name) => fail('UNKNOWN_FIELD', [], `‘${name}’ can’t be the name of a field. Remove it.`)),
        ),
      );
    if (scan.twice.length > 0)
      return done(
        new RefusalError(
          scan.twice.slice(0, maxErrors).map((name) => fail('REPEATED', [name], 'is sent more than once')),
        ),
      );
    return void parse(request, scan.text, (error, value: unknown) => {
      if (error || scan.marked === 0) return done(error, value);
      return done(new RefusalError(refusedNumbers(value, mark, [])));
    });
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes the body. Undefined for invalid bytes: decoded leniently, they would be stored as a different text. */
function textOf(body: Buffer): string | undefined {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}

const limitOf = ({ routeOptions }: FastifyRequest): BodyLimit =>
  (routeOptions.config as { readonly body?: BodyLimit }).body ?? bodyLimits.open;

function refusedNumbers(value: unknown, mark: string, path: Path): readonly Failure[] {
  if (typeof value === 'string' && value.startsWith(mark)) return [refusalOf(value.slice(mark.length), path)];
  if (value === null || typeof value !== 'object') return [];
  const found: Failure[] = [];
  for (const [name, item] of Object.entries(value)) {
    found.push(...refusedNumbers(item, mark, [...path, Array.isArray(value) ? Number(name) : innerName(name)]));
    if (found.length >= maxErrors) break;
  }
  return found;
}

function refusalOf(literal: string, path: Path): Failure {
  if (path.length === 0) return fail('INVALID_TYPE', [], 'The request body is a number. Send an object.');
  const isExponent = /e/i.test(literal);
  return isExponent
    ? fail('NUMBER_WITH_EXPONENT', path, 'has an exponent; send all its digits as text')
    : fail('NUMBER_TOO_LONG', path, 'has more than 15 significant digits; send it as text');
}
