import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Passes connections on to a server, and nothing while it is frozen, as if its processes were stopped. */
export async function freezableServer(url: string) {
  const through = new URL(url);
  const host = through.searchParams.get('host');
  const socket = `.s.PGSQL.${through.port}`;
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const proxy = createServer((client) => {
    const upstream = host ? connect(join(host, socket)) : connect(Number(through.port || 5432), through.hostname);
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(from);
      from.on('data', (bytes) => (isFrozen ? undefined : to.write(bytes)));
      from.on('close', () => to.destroy()).on('error', () => undefined);
    }
  });
  const folder = mkdtempSync(join(tmpdir(), 'carrara-frozen-'));
  await new Promise<void>((resolve) =>
    host ? proxy.listen(join(folder, socket), resolve) : proxy.listen(0, '127.0.0.1', resolve),
  );
  const address = proxy.address();
  if (host) through.searchParams.set('host', folder);
  else through.host = `127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  return {
    url: through.toString(),
    freeze: (frozen: boolean) => (isFrozen = frozen),
    close() {
      for (const open of sockets) open.destroy();
      proxy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
