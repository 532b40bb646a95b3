import { bodyLimitFor } from '@carrara/contract/core/bodyLimits';
import type { Endpoint, Endpoints } from '@carrara/contract/core/endpoint';
import { fail, required } from '@carrara/domain/kernel';
import type { FastifyInstance } from 'fastify';
import { anyOperation, type Operations } from '../core/operations.ts';
import { errorBody } from '../calls/failures.ts';
import { answerRequest, storeAdmission, type Runtime } from './answerRequest.ts';

/**
 * Serves a concept: one route per endpoint of its contract, handled by the operation of the same name.
 *
 * The contract alone decides what a route accepts, who may call it and how its fields are spelled.
 */
export function register<const Es extends Endpoints>(
  app: FastifyInstance,
  concept: string,
  endpoints: Es,
  operations: Operations<Es>,
  runtime: Runtime,
): void {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    // The types match every operation with its endpoint. A route only has to be able to call it.
    const operation = anyOperation(required(operations[name], `operation ${name}`));
    const route = { concept, name, endpoint, operation, runtime };
    const body = bodyLimitFor(endpoint);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: body.bytes,
      config: { operation: name, body, rateLimit: rateLimitOf(endpoint) },
      // Runs before the body is read, so that unauthorized clients can't make the server read anything.
      preParsing: (request) => storeAdmission(route, request),
      handler: (request, reply) => answerRequest(route, request, reply),
    });
    if (endpoint.onlyPost !== undefined) {
      const hint = fail('METHOD_NOT_ALLOWED', [], endpoint.onlyPost);
      app.get(endpoint.path, (_request, reply) =>
        reply
          .code(405)
          .header('allow', 'POST')
          .send(errorBody([hint])),
      );
    }
  }
}

/** Limits requests before sign-in much more strictly. */
function rateLimitOf(endpoint: Endpoint) {
  return endpoint.permission === 'public' && endpoint.method === 'POST' ? { max: 60, timeWindow: 60_000 } : {};
}
