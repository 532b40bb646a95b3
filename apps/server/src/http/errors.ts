import {
  databaseFailure as failureOfDatabase,
  isDatabaseAway,
} from '@carrara/adapters/postgres/engine/database/failures';
import { diskTrouble } from '@carrara/adapters/files/storageTrouble';
import { fail, type Failure, type FailureCode } from '@carrara/domain/kernel';
import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, httpStatus } from '../calls/failures.ts';
import { readRest } from './readRest.ts';
import { refuse, RefusalError } from './refusalError.ts';

/**
 * Turns exceptions into responses. Refusals by the framework or the database because of the data are the caller's
 * errors. All others are bugs: 500 with an ErrorId that is also in the log, and no internal details.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof RefusalError) return refuse(reply, error.failures);
    const trouble = diskTrouble(error);
    if (trouble !== undefined) {
      request.log.error({ err: error }, 'nothing can be stored');
      const body = errorBody([fail('UNAVAILABLE', [], trouble)]);
      return reply.code(503).header('retry-after', '30').send(body);
    }
    if (isDatabaseAway(error)) {
      request.log.warn({ err: error }, 'the database is away');
      return reply
        .code(503)
        .header('retry-after', '5')
        .send(errorBody([fail('UNAVAILABLE', [], away)]));
    }
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      await readRest(request);
      const most = `It can have at most ${String(request.routeOptions.bodyLimit)} bytes.`;
      return reply.code(413).send(errorBody([fail('TOO_LARGE', [], most)]));
    }
    const failure = failureOf(error);
    if (failure) {
      request.log.info({ code: failure.code, cause: error.code }, 'refused');
      return reply.code(httpStatus([failure])).send(errorBody([failure]));
    }
    const errorId = randomUUID();
    request.log.error({ err: error, errorId }, 'failed');
    const message = 'Please contact your system administrator for more information.';
    // A file that failed before its first byte has already set its headers.
    reply.removeHeader('content-disposition').type('application/json; charset=utf-8');
    return reply.code(500).header('ErrorId', errorId).send({ Message: message, ExceptionMessage: message });
  });
  app.setNotFoundHandler((request, reply) => {
    const isCall = request.url.startsWith('/api/');
    // The addresses of pages are behind a number sign. People who type one without it get the page too.
    if (!isCall && request.method === 'GET' && request.headers.accept?.includes('text/html'))
      return reply.redirect(`/#${request.url}`);
    const text = isCall ? 'There is no such call.' : 'There is no such page.';
    return reply.code(404).send(errorBody([fail('NO_SUCH_CALL', [], text)]));
  });
}

const away = 'The database can’t be reached right now. Before you try again, check whether your last change was saved.';

const byStatus: Readonly<Record<number, FailureCode>> = {
  400: 'MALFORMED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_TYPE',
  429: 'TOO_MANY_ATTEMPTS',
};

/** Sentences for refusals whose own text speaks of the framework. */
const textsOfFramework: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The address can’t be read.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty. Send JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body isn’t as long as its Content-Length header says.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body isn’t valid JSON.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as application/json.',
};

function failureOf(error: FastifyError): Failure | undefined {
  const refusal = failureOfDatabase(error);
  if (refusal) return refusal;
  const code = error.statusCode === undefined ? undefined : byStatus[error.statusCode];
  return code === undefined ? undefined : fail(code, [], textsOfFramework[error.code] ?? error.message);
}
