import helmet from '@fastify/helmet';
import { fail } from '@carrara/domain/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Border } from './border.ts';
import { errorBody } from './failures.ts';

export interface SecurityOptions {
  /** Whether people reach the product by https. */
  readonly https: boolean;
  readonly border: Border;
  /** Whether /metrics asks for a token, so that its scraper may call the server by any name. */
  readonly guardedMetrics: boolean;
}

/** Headers on every answer, no answers under names of others, and no writes from pages of other sites. */
export async function secure(app: FastifyInstance, { https, border, guardedMetrics }: SecurityOptions): Promise<void> {
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
        // The report of another program that a firm's administrator has named.
        'frame-src': ['https:'],
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
    reply.header('permissions-policy', permissionsPolicy);
    if (isApi(request)) reply.header('cache-control', 'no-store');
    // What was sent broke HTTP after its head: the connection is cut already, and nobody is there to be counted or answered.
    if (request.socket.remoteAddress === undefined)
      return reply.code(400).send(errorBody([fail('MALFORMED', [], 'The request isn’t valid HTTP.')]));
    if (!request.originalUrl.startsWith('/') || namesTwoHosts(request))
      return reply.code(400).send(errorBody([fail('MALFORMED', [], 'The request names its host twice.')]));
    const { pathname } = new URL(request.url, 'http://localhost');
    const isProbe = pathname.startsWith('/health/') || (guardedMetrics && pathname === '/metrics');
    // Behind a proxy that is believed, the name that the browser asked for is another header's.
    const asked = { socket: request.socket, headers: { host: request.host } };
    if (!isProbe && !(border.isOwnHost(request) && border.isOwnHost(asked))) {
      return reply.code(421).send(errorBody([fail('FOREIGN_HOST', [], foreignHost)]));
    }
    // A mere link of another site ends nobody's session.
    const isRead = (request.method === 'GET' || request.method === 'HEAD') && !isSignOut.test(pathname);
    if (isRead || !border.isForeignPage(request)) return;
    await reply.code(403).send(errorBody([fail('FOREIGN_ORIGIN', [], 'A page of another site may not write here.')]));
  });
}

/** Features of a browser that the product doesn't use, so no script can use them either. */
const permissionsPolicy =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()';

/** Proxies and servers may choose different ones of two. */
const namesTwoHosts = ({ raw }: FastifyRequest): boolean =>
  raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

const foreignHost =
  'This installation does not answer at this address. Its operator sets its addresses in PUBLIC_URL or HOSTS.';

const isSignOut = /^\/api\/signin\/signout\/?$/i;

const isApi = (request: FastifyRequest): boolean =>
  /^\/(api|Server|updateHub|health|metrics)(\/|\?|$)/i.test(request.url);
