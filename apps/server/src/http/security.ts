import helmet from '@fastify/helmet';
import { fail } from '@carrara/domain/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorBody } from './failures.ts';

export interface SecurityOptions {
  /** Whether people reach the product by https. */
  readonly https: boolean;
  /** Origins whose pages may write, beside the address that a request was sent to. */
  readonly ownOrigins: readonly string[];
}

/** Headers on every answer, and no writes from pages of other sites. */
export async function secure(app: FastifyInstance, { https, ownOrigins }: SecurityOptions): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        // The component and chart libraries set styles on elements.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'worker-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: https,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (isApi(request)) reply.header('cache-control', 'no-store');
    if (request.method === 'GET' || request.method === 'HEAD' || !isForeign(request, ownOrigins)) return;
    await reply.code(403).send(errorBody([fail('FOREIGN_ORIGIN', [], 'A page of another site may not write here.')]));
  });
}

const isApi = (request: FastifyRequest): boolean =>
  /^\/(api|Server|updateHub|health|metrics)(\/|\?|$)/i.test(request.url);

/** Whether a browser sent this from a page of another origin. Programs send neither header. */
export function isForeign(request: Pick<FastifyRequest, 'headers'>, ownOrigins: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site';
  if (ownOrigins.includes(origin)) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
