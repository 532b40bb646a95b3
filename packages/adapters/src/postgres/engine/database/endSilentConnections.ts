import type { Socket } from 'node:net';
import pg from 'pg';
import type { OpenClient } from '../unitOfWork/transaction.ts';

export interface Patience {
  /** Time without a response after which the server is tested. */
  readonly silentMs: number;
  /** Time that the server has to open a connection, as for any other connection. */
  readonly answerMs: number;
}

const bytesRead = ({ connection }: OpenClient): number => (connection.stream as Socket).bytesRead;

/**
 * Ends the connections of a pool whose server is frozen or unreachable, so that their statements fail like those of a lost connection. PostgreSQL's own
 * limits don't apply there. A slow statement isn't affected: while it runs, the server still opens connections.
 *
 * Returns a function to call with each new connection before its first statement.
 */
export function endSilentConnections(
  pool: pg.Pool,
  connectionString: string,
  { silentMs, answerMs }: Patience,
): (client: pg.ClientBase) => void {
  const open = new Set<OpenClient>();
  /** Connections in use, with the bytes that they had received at the last check. */
  const busy = new Map<OpenClient, number>();
  const begin = (client: OpenClient) => void busy.set(client, bytesRead(client));
  pool.on('acquire', (client) => begin(client as OpenClient));
  pool.on('release', (_error, client) => void busy.delete(client as OpenClient));

  let testing = false;
  const check = async () => {
    const isSilent = [...busy].some(([client, before]) => bytesRead(client) === before);
    for (const client of busy.keys()) begin(client);
    if (!isSilent || testing) return;
    testing = true;
    const received = new Map([...open].map((client) => [client, bytesRead(client)]));
    if (await isUnresponsive(connectionString, answerMs))
      for (const [client, before] of received) if (bytesRead(client) === before) client.connection.stream.destroy();
    testing = false;
  };
  const timer = setInterval(() => (pool.ended ? clearInterval(timer) : void check()), silentMs);
  timer.unref();

  return (opened) => {
    const client = opened as OpenClient;
    open.add(client);
    begin(client);
    client.once('end', () => {
      open.delete(client);
      busy.delete(client);
    });
  };
}

/** True if the server opens no connection in time. A refusal is a response. */
async function isUnresponsive(connectionString: string, answerMs: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: answerMs,
    application_name: 'carrara test',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    void client.end();
    return false;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return message === 'timeout expired' || code === 'ETIMEDOUT' || code === 'EHOSTUNREACH';
  }
}
