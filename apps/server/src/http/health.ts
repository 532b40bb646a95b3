import { diskTrouble } from '@carrara/adapters/files/storageTrouble';
import type { FastifyInstance } from 'fastify';

export interface HealthOptions {
  /** Resolves while the database responds and data can be stored. Otherwise rejects with the reason. */
  readonly ping: () => Promise<void>;
  readonly isStopping: () => boolean;
}

/** Serves `/health/live` while the process runs, and `/health/ready` while it accepts requests. */
export function serveHealth(app: FastifyInstance, options: HealthOptions): void {
  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'live' }));
  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    if (options.isStopping()) return reply.code(503).send({ status: 'stopping' });
    try {
      await options.ping();
      return { status: 'ready' };
    } catch (error) {
      const reason = diskTrouble(error) ?? 'PostgreSQL doesn’t respond.';
      return reply.code(503).send({ status: 'not ready', reason });
    }
  });
}
