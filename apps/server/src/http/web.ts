import serveFiles from '@fastify/static';
import { type Application, applications } from '@carrara/contract/core/permissions';
import { modules } from '@carrara/contract/core/modules';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';

/**
 * Serves the web app, compressed by the build. Hashed files are cached for a year, and the page that names them is
 * requested again each time.
 */
export async function serveWeb(app: FastifyInstance, folder: string, sessionCookie: string): Promise<void> {
  redirectNext(app);
  if (!existsSync(folder)) return;
  await app.register(serveFiles, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = /[/\\]assets[/\\]/.test(path);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // Without a session, the sign-in page is drawn before any script.
  app.get('/', async (request, reply) => {
    reply.header('vary', 'cookie');
    return reply.sendFile(request.cookies[sessionCookie] === undefined ? 'signIn.html' : 'index.html');
  });
}

/** Redirects modules that used to be separate applications. Deeper paths are preserved. */
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
