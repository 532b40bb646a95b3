import { callsByConcept } from '@carrara/contract/contract';
import { callRefusals } from '@carrara/contract/core/refusals';
import type { FastifyInstance } from 'fastify';
import type { ErrorBody } from '../calls/failures.ts';

const endpoints = new Map(Object.values(callsByConcept).flatMap((own) => Object.entries(own)));

/**
 * Checks refusals against the endpoints' declarations: a code that the endpoint doesn't declare becomes an internal
 * error, so that the test that caused it fails.
 */
export function assertNamedRefusals(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { operation = '' } = request.routeOptions.config as { readonly operation?: string };
    const endpoint = endpoints.get(operation);
    if (!endpoint || reply.statusCode < 400 || typeof payload !== 'string') return payload;
    const { Errors = [] } = JSON.parse(payload) as ErrorBody;
    const named: ReadonlySet<string> = callRefusals(endpoint);
    const unnamed = Errors.flatMap(({ Code }) => (named.has(Code) ? [] : [Code]));
    if (unnamed.length === 0) return payload;
    const Message = `${operation} was refused with ${unnamed.join(', ')}, which its endpoint does not name.`;
    process.stderr.write(`${Message}\n`);
    reply.code(500);
    return JSON.stringify({ Message, ExceptionMessage: Message });
  });
}
