import pg from 'pg';
import { isDatabaseAway } from '@carrara/adapters/postgres/engine/database/failures';
import { type DestinationStream, type LoggerOptions, pino } from 'pino';
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
    hooks: { logMethod: quietWhileAway() },
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

const quietMs = 60_000;

/**
 * Limits the lines about an unavailable database, which every request and job would write, to one a minute with the number of those omitted since.
 * The storage watch logs when data can be saved again.
 */
function quietWhileAway(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  let lastAt = Number.NEGATIVE_INFINITY;
  let omitted = 0;
  return function logMethod(args, method) {
    const [first, ...rest] = args as unknown as [unknown, ...unknown[]];
    const isAway = typeof first === 'object' && first !== null && 'err' in first && isDatabaseAway(first.err);
    if (!isAway) return method.apply(this, args);
    if (Date.now() - lastAt < quietMs) {
      omitted += 1;
      return undefined;
    }
    const line = omitted > 0 ? { ...first, omitted } : first;
    lastAt = Date.now();
    omitted = 0;
    return method.apply(this, [line, ...rest] as unknown as typeof args);
  };
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
