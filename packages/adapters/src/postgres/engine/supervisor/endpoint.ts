import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { ClusterLocation } from './clusterLocation.ts';

/** Address of a cluster, as settings for the server and as a URL of the administrator for clients. */
export interface ClusterEndpoint {
  readonly settings: Readonly<Record<string, string>>;
  readonly adminUrl: string;
}

/**
 * Returns a socket in a folder that only its owner can enter. Windows has no sockets and gets a password-protected
 * loopback port.
 */
export async function clusterEndpoint(
  location: ClusterLocation,
  transport: 'socket' | 'loopback',
): Promise<ClusterEndpoint> {
  const login = `postgres:${encodeURIComponent(location.password)}`;
  if (transport === 'socket') {
    return {
      settings: {
        listen_addresses: '',
        port: '5432',
        unix_socket_directories: location.run,
        unix_socket_permissions: '0700',
      },
      adminUrl: `postgresql://${login}@localhost:5432/postgres?host=${encodeURIComponent(location.run)}`,
    };
  }
  const port = await rememberedPort(join(location.home, 'port'));
  return {
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    adminUrl: `postgresql://${login}@127.0.0.1:${port}/postgres`,
  };
}

/** Returns the same port at each start, so that a server that is still running is found again. */
async function rememberedPort(file: string): Promise<number> {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    const port = await freePort();
    writeFileSync(file, String(port), { mode: 0o600 });
    return port;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
