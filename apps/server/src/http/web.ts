import serveFiles from '@fastify/static';
import { type Application, applications } from '@carrara/contract/core/permissions';
import { modules } from '@carrara/contract/core/modules';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';

/** The web app, compressed as the build left it: hashed files are kept for a year, the page that names them is asked for anew each time. */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  redirectNext(app);
  if (!existsSync(folder)) return;
  await app.register(serveFiles, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = /[/\\]assets[/\\]/.test(path);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** The modules that were an application of their own live here now; deeper paths stay. */
function redirectNext(app: FastifyInstance): void {
  app.get('/next/*', async (request, reply) => {
    const [name = '', ...rest] = (request.params as { readonly '*': string })['*']
      .split('/')
      .filter((part) => part !== '');
    const module = applications.find((application): application is Application => application === name);
    if (!module) return reply.redirect('/', 302);
    const deeper = rest.map(encodeURIComponent).join('/');
    return reply.redirect(
      `/${deeper === '' ? modules[module].index : `#/${modules[module].routePrefix}/${deeper}`}`,
      302,
    );
  });
}
