import { diskTrouble } from '@carrara/adapters/storage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface HealthOptions {
  readonly metricsToken: string | undefined;
  /** Resolves while the database answers and things can be stored; else rejects with the reason. */
  readonly ping: () => Promise<void>;
  /** How many mails there are of each state. */
  readonly mailCounts: () => Promise<Readonly<Record<string, number>>>;
  readonly isStopping: () => boolean;
}

/** `/health/live` while the process runs, `/health/ready` while it takes requests, `/metrics` for the own machine or a token. */
export function serveHealth(app: FastifyInstance, options: HealthOptions): void {
  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'live' }));
  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    if (options.isStopping()) return reply.code(503).send({ status: 'stopping' });
    try {
      await options.ping();
      return { status: 'ready' };
    } catch (error) {
      const reason = diskTrouble(error) ?? 'PostgreSQL does not answer.';
      return reply.code(503).send({ status: 'not ready', reason });
    }
  });
  serveMetrics(app, options);
}

function serveMetrics(app: FastifyInstance, { metricsToken: token, mailCounts }: HealthOptions): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'carrara_http_request_seconds',
    help: 'Time to answer a request, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const mails = new Gauge({
    name: 'carrara_mails',
    help: 'Mails of the last 30 days, by state: those that failed, and those that wait for the mail server',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await mailCounts();
      for (const state of ['WAITING', 'SENDING', 'SENT', 'FAILED']) mails.set({ state }, counts[state] ?? 0);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const { operation = 'other' } = request.routeOptions.config as { readonly operation?: string };
    duration.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!mayReadMetrics(request, token))
      return reply.code(403).send({ Message: 'Not from here.', ExceptionMessage: 'Not from here.' });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isOwnMachine(request);
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** By the connection itself, and not by way of a proxy on this machine: what a header says anybody may have written. */
function isOwnMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'].some((name) => name in headers);
  return !isForwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '');
}
