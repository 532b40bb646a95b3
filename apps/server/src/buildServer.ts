import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { v7 as newId } from 'uuid';
import type { Configuration } from './configuration.ts';
import { serveDocs } from './http/docs.ts';
import { handleErrors } from './http/errors.ts';
import { serveHealth } from './http/health.ts';
import { readJson } from './http/json.ts';
import { secure } from './http/security.ts';
import { serveWeb } from './http/web.ts';

export interface ServerPorts {
  readonly configuration: Configuration;
  readonly logger: FastifyBaseLogger;
  /** The folder of the built web app. */
  readonly webFolder: string;
  /** Adds the calls of the contract. */
  readonly serveCalls: (app: FastifyInstance) => void;
  /** Adds the addresses of sign-ins at a provider. */
  readonly serveProviders: (app: FastifyInstance) => void;
  /** Adds the live channel, which refuses other origins than these. */
  readonly serveLive: (app: FastifyInstance, ownOrigins: readonly string[]) => void;
  readonly ping: () => Promise<void>;
}

export interface Server {
  readonly app: FastifyInstance;
  /** From now on not ready: a balancer sends no more requests. */
  readonly stopTaking: () => void;
}

/** The HTTP server with everything but the listening. */
export async function buildServer(ports: ServerPorts): Promise<Server> {
  const { configuration, logger, webFolder } = ports;
  let stopping = false;
  const app = Fastify({
    loggerInstance: logger,
    genReqId: () => newId(),
    trustProxy: configuration.TRUST_PROXY,
    bodyLimit: 8_388_608,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  logRequests(app);
  // A connection that was kept open for more requests would hold up the end.
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
  handleErrors(app);
  readJson(app);
  const ownOrigins = ownOriginsOf(configuration);
  await secure(app, { https: configuration.PUBLIC_URL?.startsWith('https:') ?? false, ownOrigins });
  await app.register(rateLimit, {
    global: true,
    max: configuration.RATE_LIMIT_PER_MINUTE,
    timeWindow: 60_000,
    allowList: (request) => request.url.startsWith('/health/'),
    errorResponseBuilder: () =>
      Object.assign(new Error('Too many requests. Wait a while and try again.'), { statusCode: 429 }),
  });
  await app.register(cookie);
  await app.register(multipart);
  serveHealth(app, { metricsToken: configuration.METRICS_TOKEN, ping: ports.ping, isStopping: () => stopping });
  await serveDocs(app);
  ports.serveCalls(app);
  ports.serveProviders(app);
  ports.serveLive(app, ownOrigins);
  await serveWeb(app, webFolder);
  return { app, stopTaking: () => void (stopping = true) };
}

/** Origins that count as the product's own beside the address that a request was sent to. */
function ownOriginsOf({ ALLOWED_ORIGINS, PUBLIC_URL }: Configuration): readonly string[] {
  const allowed = ALLOWED_ORIGINS.split(' ').filter((origin) => origin !== '');
  return PUBLIC_URL === undefined ? allowed : [...allowed, new URL(PUBLIC_URL).origin];
}

/** One line for each answered call: its operation and path, never its query, where tokens may stand. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { operation } = request.routeOptions.config as { readonly operation?: string };
    if (operation === undefined) return;
    request.log.info(
      {
        operation,
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}
