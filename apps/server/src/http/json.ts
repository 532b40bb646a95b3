import type { FastifyInstance } from 'fastify';
import { markLongNumbers } from './decimals.ts';

/** JSON bodies: an empty one is none, and numbers too long for floating point are marked before they are read. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text.trim() === '') return done(null, undefined);
    return void parse(request, markLongNumbers(text), done);
  });
}
