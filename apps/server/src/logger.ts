import { pino } from 'pino';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Structured logs, one JSON object a line. A request shows as its method and path only: queries may hold download tokens, headers and
 * bodies hold sessions, passwords and people's data.
 */
export function createLogger(level: string): FastifyBaseLogger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ['*.password', '*.authToken', '*.AuthToken', '*.token', '*.headers'], censor: '[hidden]' },
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  });
}
