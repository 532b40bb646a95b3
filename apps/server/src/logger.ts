import pg from 'pg';
import { type DestinationStream, pino } from 'pino';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Structured logs, one JSON object a line. A request shows as its method and path only: queries may hold download tokens, headers and
 * bodies hold sessions, passwords and people's data.
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
      err: toldOf,
    },
  };
  return into ? pino(options, into) : pino(options);
}

/** An error of the database names the row that it refused, and the value, which may be anybody's pay: its kind and place are kept alone. */
function toldOf(error: Error): object {
  if (!(error instanceof pg.DatabaseError)) return pino.stdSerializers.err(error);
  const { code, table, column, constraint, routine, message } = error;
  const says = code?.startsWith('22') ? 'a value that does not fit' : message;
  return { type: error.name, message: says, code, table, column, constraint, routine, stack: placeOf(error) };
}

/** The stack without the words of the error. */
const placeOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
