import type { FastifyInstance, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Counts of a database pool: connections, idle ones, and requests waiting for one. */
interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Values read at each scrape. None of them reveals anything about a firm, a person or an amount. */
export interface Measures {
  /** Pools by their use. */
  readonly pools: Readonly<Record<string, PoolCounts>>;
  /** Returns the number of mails per status. */
  readonly mailCounts: () => Promise<Readonly<Record<string, number>>>;
  /** Returns the number of background jobs per status, and for how many seconds the oldest has waited. */
  readonly taskCounts: () => Promise<{
    readonly states: Readonly<Record<string, number>>;
    readonly waitedSeconds: number;
  }>;
  /** Returns the age in seconds of the oldest change that this process hasn't sent to its open screens. */
  readonly eventLag: () => Promise<number>;
  /** Returns the time of the last backup. Undefined before the first. */
  readonly lastBackup: () => Promise<Date | undefined>;
  readonly now: () => Date;
}

/** Serves `/metrics` to the local machine, or with a token. */
export function serveMetrics(app: FastifyInstance, measures: Measures, token: string | undefined): void {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'carrara_http_request_seconds',
    help: 'Time to answer a request, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  registerGauges(registers, measures);
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

/** Registers the values that are read at each scrape. */
function registerGauges(registers: Registry[], measures: Measures): void {
  new Gauge({
    name: 'carrara_database_connections',
    help: 'Connections of this process to the database, by pool and state',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of Object.entries(measures.pools)) {
        this.set({ pool, state: 'in_use' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
      }
    },
  });
  new Gauge({
    name: 'carrara_database_waiting',
    help: 'Requests of this process that wait for a connection, by pool',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(measures.pools)) this.set({ pool }, waitingCount);
    },
  });
  new Gauge({
    name: 'carrara_mails',
    help: 'Mail of the last 30 days, by state',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await measures.mailCounts();
      for (const state of ['WAITING', 'SENDING', 'SENT', 'FAILED']) this.set({ state }, counts[state] ?? 0);
    },
  });
  const waited = new Gauge({
    name: 'carrara_task_wait_seconds',
    help: 'Age of the oldest background job that no worker has started',
    registers,
  });
  new Gauge({
    name: 'carrara_tasks',
    help: 'Background jobs of the last three days, by state',
    labelNames: ['state'],
    registers,
    async collect() {
      const { states, waitedSeconds } = await measures.taskCounts();
      for (const state of ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'STOPPED']) this.set({ state }, states[state] ?? 0);
      waited.set(waitedSeconds);
    },
  });
  new Gauge({
    name: 'carrara_event_lag_seconds',
    help: 'Age of the oldest change that this process has not sent to its open screens',
    registers,
    async collect() {
      this.set(await measures.eventLag());
    },
  });
  new Gauge({
    name: 'carrara_backup_age_seconds',
    help: 'Age of the last backup; absent before the first',
    registers,
    async collect() {
      const last = await measures.lastBackup();
      if (last) this.set((measures.now().getTime() - last.getTime()) / 1000);
      else this.remove();
    },
  });
}

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isOwnMachine(request);
  const header = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return header.length === expected.length && timingSafeEqual(header, expected);
}

/**
 * True if the connection itself comes from this machine, and not through a local proxy. Headers aren't trusted, because
 * anybody can write them.
 */
function isOwnMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'].some((name) => name in headers);
  return !isForwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '');
}
