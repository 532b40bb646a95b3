// Prints every page of the web app: its path, a tab, its title. Tabs of a profile, aliases and redirects are listed with paths of their own.
import { createServer } from 'vite';

const server = await createServer({
  configFile: 'apps/web/vite.config.ts',
  server: { middlewareMode: true, hmr: false, ws: false },
  logLevel: 'silent',
  optimizeDeps: { noDiscovery: true },
  ssr: { noExternal: [/^@carrara\//] },
});
try {
  const { screens, redirects } = await server.ssrLoadModule('/src/screens.ts');
  const { entryRoutes } = await server.ssrLoadModule('/src/session/signIn/entryRoutes.ts');
  const lines = [
    ...entryRoutes.map(({ path, title }) => [path, title]),
    ...screens.flatMap((screen) => linesOf(screen)),
    ...redirects.map(({ from, to }) => [from, `redirects to ${to}`]),
  ];
  for (const [path, title] of lines) console.log(`${path}\t${title}`);
} finally {
  await server.close();
}

function linesOf({ path, aliases = [], title, views = [] }) {
  const paths = [path, ...aliases];
  const withView = (route, view) =>
    route.includes(':view') ? route.replace(/:view\?.*$/, view.id) : `${route}/${view.id}`;
  return paths.flatMap((route) => [
    [route, title],
    ...views.map((view) => [withView(route, view), `${title}: ${view.title}`]),
  ]);
}
