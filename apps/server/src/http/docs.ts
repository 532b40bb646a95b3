import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { callsByConcept } from '@carrara/contract/contract';
import { openApiOf } from '@carrara/contract/core/openApi';
import type { FastifyInstance } from 'fastify';

/** Written once a process: it takes longer than the rest of a start. */
let written: ReturnType<typeof openApiOf> | undefined;

/** The contract as OpenAPI 3.1 at /api/openapi.json, to be browsed at /api/docs. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  written ??= openApiOf(callsByConcept);
  const document = written;
  const text = JSON.stringify(document);
  app.get('/api/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'none', tryItOutEnabled: false },
  });
}
