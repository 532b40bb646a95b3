import helmet from '@fastify/helmet';
import { fail } from '@carrara/domain/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Border } from './border.ts';
import { errorBody } from '../calls/failures.ts';

export interface SecurityOptions {
  /** True if people reach the product over https. */
  readonly https: boolean;
  readonly border: Border;
  /** True if /metrics requires a token, so that its scraper may use any host name. */
  readonly guardedMetrics: boolean;
}

/** Adds security headers to every response, and refuses foreign host names and writes from other sites' pages. */
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
        // The external report that a firm's administrator has configured.
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
    // The data broke HTTP after the header: the connection is already closed, so there is nobody to count or respond
    // to.
    if (request.socket.remoteAddress === undefined)
      return reply.code(400).send(errorBody([fail('MALFORMED', [], 'The request isn’t valid HTTP.')]));
    if (!request.originalUrl.startsWith('/') || namesTwoHosts(request))
      return reply.code(400).send(errorBody([fail('MALFORMED', [], 'The request names its host twice.')]));
    const [pathname = ''] = request.url.split('?', 1);
    const isProbe = pathname.startsWith('/health/') || (guardedMetrics && pathname === '/metrics');
    // Behind a trusted proxy, the host name that the browser used is in another header.
    const origin = { socket: request.socket, headers: { host: request.host } };
    if (!isProbe && !(border.isOwnHost(request) && border.isOwnHost(origin))) {
      return reply.code(421).send(errorBody([fail('FOREIGN_HOST', [], foreignHost)]));
    }
    // A link on another site must not end a session.
    const isRead = (request.method === 'GET' || request.method === 'HEAD') && !isSignOut.test(pathname);
    if (isRead || !border.isForeignPage(request)) return;
    await reply.code(403).send(errorBody([fail('FOREIGN_ORIGIN', [], 'Pages of other sites can’t change data here.')]));
  });
}

/** Browser features that the product doesn't use, so that no script can use them either. */
const permissionsPolicy =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()';

/** Given two host headers, proxies and servers may choose different ones. */
const namesTwoHosts = ({ raw }: FastifyRequest): boolean =>
  raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

const foreignHost =
  'This installation doesn’t respond at this address. Ask its operator to add the address to PUBLIC_URL or HOSTS.';

const isSignOut = /^\/api\/signin\/signout\/?$/i;

const isApi = (request: FastifyRequest): boolean =>
  /^\/(api|Server|updateHub|health|metrics)(\/|\?|$)/i.test(request.url);
