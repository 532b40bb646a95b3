import { failureOf as failureOfDatabase } from '@carrara/adapters/postgres/database';
import { fail, type Failure } from '@carrara/domain/kernel';
import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, statusOf } from './failures.ts';

/**
 * Whatever was thrown becomes an answer. What the framework or the database refused because of the data is the caller's; all else is ours:
 * 500 with an ErrorId that the log has too, and nothing of the inside.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = failureOf(error);
    if (failure) {
      request.log.info({ code: failure.code, cause: error.code }, 'refused');
      return reply.code(statusOf([failure])).send(errorBody([failure]));
    }
    const errorId = randomUUID();
    request.log.error({ err: error, errorId }, 'failed');
    const message = 'Please contact your system administrator for more information.';
    return reply.code(500).header('ErrorId', errorId).send({ Message: message, ExceptionMessage: message });
  });
  app.setNotFoundHandler((request, reply) => {
    const text = request.url.startsWith('/api/') ? 'There is no such call.' : 'There is no such page.';
    return reply.code(404).send(errorBody([fail('NO_SUCH_CALL', [], text)]));
  });
}

const byStatus: Readonly<Record<number, string>> = {
  400: 'MALFORMED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_TYPE',
  429: 'TOO_MANY_ATTEMPTS',
};

function failureOf(error: FastifyError): Failure | undefined {
  const refusal = failureOfDatabase(error);
  // The database's own words name tables and constraints; they stay inside.
  if (refusal)
    return fail(refusal.code, refusal.path, databaseTexts[refusal.code] ?? 'A value cannot be stored as it is.');
  const code = error.statusCode === undefined ? undefined : byStatus[error.statusCode];
  return code === undefined ? undefined : fail(code, [], error.message);
}

const databaseTexts: Readonly<Record<string, string>> = {
  CONFLICT: 'Someone else changed the same data at this moment. Try again.',
  DUPLICATE: '',
  IN_USE: '',
  NOT_FOUND: '',
};
