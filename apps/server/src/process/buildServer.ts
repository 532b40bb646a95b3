import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { bodyLimits } from '@carrara/contract/core/bodyLimits';
import { fail } from '@carrara/domain/kernel';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { v7 as newId } from 'uuid';
import { type Configuration, isHttps } from '../core/configuration.ts';
import { sessionCookie } from '../http/access.ts';
import { type Border, createBorder } from '../http/border.ts';
import { serveDocs } from '../http/docs.ts';
import { answerClientError } from '../http/clientErrors.ts';
import { handleErrors } from '../http/errors.ts';
import { serveHealth } from '../http/health.ts';
import { readJson } from '../http/json.ts';
import { RefusalError } from '../http/refusalError.ts';
import { type Measures, serveMetrics } from '../http/metrics.ts';
import { secure } from '../http/security.ts';
import { reportAddress } from '../http/reportAddress.ts';
import { serveSignInForm } from '../http/signInForm.ts';
import { serveWeb } from '../http/web.ts';
import type { Tracing } from './tracing.ts';

export interface ServerPorts {
  readonly configuration: Configuration;
  readonly logger: FastifyBaseLogger;
  /** Folder of the built web app. */
  readonly webFolder: string;
  /** Adds the endpoints of the contract. */
  readonly serveCalls: (app: FastifyInstance) => void;
  /** Adds the addresses for sign-ins at a provider. */
  readonly serveProviders: (app: FastifyInstance) => void;
  /** Adds the live channel, which checks hosts and origins itself. */
  readonly serveLive: (app: FastifyInstance, border: Border) => void;
  readonly ping: () => Promise<void>;
  readonly measures: Measures;
  /** Absent if nothing is traced. */
  readonly tracing?: Tracing | undefined;
}

export interface Server {
  readonly app: FastifyInstance;
  /** Reports "not ready" from now on, so that a load balancer sends no more requests. Resolves when the present requests have ended. */
  readonly stopTaking: () => Promise<void>;
}

/** The longest part of an address between two slashes. */
const longestPart = 500;

/** Builds the HTTP server, ready to listen. */
export async function buildServer(ports: ServerPorts): Promise<Server> {
  const { configuration, logger, webFolder } = ports;
  const { TRUST_PROXY: proxies } = configuration;
  let stopping = false;
  const app = Fastify({
    loggerInstance: logger,
    genReqId: () => newId(),
    // An unreadable address gets the body and headers of a missing page.
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? reportAddress(url) : /^\/api\//i.test(url) ? '/api/%25' : '/%25'),
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    bodyLimit: bodyLimits.open.bytes,
    requestTimeout: configuration.REQUEST_TIMEOUT_MS,
    http: timeoutsOf(configuration),
    clientErrorHandler: answerClientError,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Requests on open connections are served until the end, and /health/ready reports it.
    return503OnClosing: false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: longestPart },
  });
  app.decorateRequest('admitted');
  ports.tracing?.traceRequests(app);
  logRequests(app);
  // Closes kept-alive connections, which would delay the shutdown.
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
  const inFlight = new Set<Promise<void>>();
  app.addHook('onRequest', async (_request, { raw }) => {
    const response = new Promise<void>((resolve) => raw.once('close', resolve));
    inFlight.add(response);
    void response.then(() => inFlight.delete(response));
  });
  handleErrors(app);
  readJson(app);
  const border = createBorder(configuration);
  await secure(app, {
    https: isHttps(configuration),
    border,
    guardedMetrics: configuration.METRICS_TOKEN !== undefined,
  });
  app.addHook('onRequest', async (request) => {
    const [, query = ''] = /\?(.*)$/.exec(request.originalUrl) ?? [];
    if (request.url.startsWith('/api/') && !isDecodable(query))
      throw new RefusalError([
        fail('MALFORMED', [], 'The query of the address isn’t UTF-8. Write a percent sign as %25.'),
      ]);
  });
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
  serveHealth(app, { ping: ports.ping, isStopping: () => stopping });
  serveMetrics(app, ports.measures, configuration.METRICS_TOKEN);
  await serveDocs(app);
  ports.serveCalls(app);
  ports.serveProviders(app);
  ports.serveLive(app, border);
  await serveSignInForm(app);
  await serveWeb(app, webFolder, sessionCookie(isHttps(configuration)));
  return {
    app,
    async stopTaking() {
      stopping = true;
      await Promise.all(inFlight);
    },
  };
}

function isReadable(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return isDecodable(path) && path.split('/').every((part) => part.length <= longestPart);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Timeouts. A request whose header and body don't arrive in time gets a 408, and its connection is closed. */
const timeoutsOf = ({ REQUEST_TIMEOUT_MS: requestTimeout }: Configuration) => ({
  headersTimeout: Math.min(requestTimeout, 20_000),
  connectionsCheckingInterval: Math.min(Math.ceil(requestTimeout / 4), 5_000),
});

/** Logs one line per call with operation, path, tenant and person, but never the query, which may contain tokens. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { operation } = request.routeOptions.config as { readonly operation?: string };
    if (operation === undefined) return;
    const admission = request.admitted?.admission;
    request.log.info(
      {
        operation,
        method: request.method,
        path: request.url.split('?', 1)[0],
        ...(admission?.kind === 'tenant' ? { tenantId: admission.tenant.id } : {}),
        ...(admission && admission.kind !== 'public'
          ? { personId: admission.principal.person.id, tokenId: admission.principal.token?.id }
          : {}),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}
