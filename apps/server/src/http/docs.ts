import { setImmediate as pause } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { callsByConcept } from '@carrara/contract/contract';
import { buildOpenApi } from '@carrara/contract/core/openApi';
import type { FastifyInstance } from 'fastify';
import { sendJson } from './sendJson.ts';

type Document = Awaited<ReturnType<typeof buildOpenApi>>;

let begun: Promise<{ readonly document: Document; readonly text: string }> | undefined;
/** Written once per process on first request, because it takes longer than the rest of the startup. */
const written = () => (begun ??= write());
async function write() {
  const document = await buildOpenApi(callsByConcept, () => pause());
  return { document, text: JSON.stringify(document) };
}

/** Serves the contract as OpenAPI 3.1 at /api/openapi.json, with a browser at /api/docs. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  app.get('/api/openapi.json', async (request, reply) => sendJson(request, reply, (await written()).text, true));
  await app.register(async (docs) => {
    let document: Document = {};
    docs.addHook('onRequest', async () => {
      document = (await written()).document;
    });
    const nothing = { openapi: '3.1.0', paths: {} } as never;
    await docs.register(swagger, { mode: 'static', specification: { document: nothing } });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { docExpansion: 'none', tryItOutEnabled: false },
      transformSpecification: () => document,
      transformSpecificationClone: false,
    });
  });
}
