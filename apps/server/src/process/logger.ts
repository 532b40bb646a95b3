import pg from 'pg';
import { type DestinationStream, pino } from 'pino';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Creates the logger: structured logs, one JSON object per line. Requests are logged with method and path only, because
 * queries may contain download tokens, and headers and bodies contain sessions, passwords and personal data.
 */
export function createLogger(level: string, into?: DestinationStream): FastifyBaseLogger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: ['*.password', '*.authToken', '*.AuthToken', '*.token', '*.headers'], censor: '[hidden]' },
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: reportedOf,
    },
  };
  return into ? pino(options, into) : pino(options);
}

/**
 * Serializes an error. A database error names the refused row and its value, possibly somebody's pay, so only its kind
 * and location are logged.
 */
function reportedOf(error: Error): object {
  if (!(error instanceof pg.DatabaseError)) return pino.stdSerializers.err(error);
  const { code, table, column, constraint, routine, message } = error;
  const text = code?.startsWith('22') ? 'a value that does not fit' : message;
  return { type: error.name, message: text, code, table, column, constraint, routine, stack: locationOf(error) };
}

/** Returns the stack without the error's message. */
const locationOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
