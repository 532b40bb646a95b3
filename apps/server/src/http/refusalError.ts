import type { Failures } from '@carrara/domain/kernel';
import type { FastifyReply } from 'fastify';
import { errorBody, httpStatus } from '../calls/failures.ts';

/** Ends a request with a refusal, from code that can only throw. */
export class RefusalError extends Error {
  readonly failures: Failures;
  constructor(failures: Failures) {
    super(failures.map(({ code }) => code).join());
    this.failures = failures;
  }
}

/** Retry delay for temporary refusals that end at an unknown time. */
const defaultRetrySeconds = 30;
/** Headers about the limit of the address. The limit that refuses a call here is another one. */
const addressLimit = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** Sends a refusal. One that ends by itself says when to try again. */
export function refuse(reply: FastifyReply, failures: Failures): FastifyReply {
  const status = httpStatus(failures);
  if (status === 429) {
    const waits = failures.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
    for (const header of addressLimit) reply.removeHeader(header);
    reply.header('retry-after', String(waits.length > 0 ? Math.max(...waits) : defaultRetrySeconds));
  }
  return reply.code(status).send(errorBody(failures));
}
