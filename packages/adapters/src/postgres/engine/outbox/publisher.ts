import { eventModule } from '@carrara/contract/core/events';
import pg from 'pg';
import { sessionFormats } from '../database/parsers.ts';

/** An event from the outbox: ids and versions, never record data. */
export interface OutgoingEvent {
  readonly tenantId: string;
  readonly seq: number;
  readonly operation: string;
  readonly application: string;
  readonly linkType: string;
  /** The all-zero UUID stands for many records of the type. */
  readonly id: string;
  readonly version: number | null;
  readonly personId: string | null;
  readonly params: readonly { readonly key: string; readonly value: string }[];
  readonly createdDate: string;
}

/** A change can make other records stale as well. Each becomes an event of its own. */
interface StoredEvent extends OutgoingEvent {
  readonly also: readonly { readonly linkType: string; readonly objectId: string }[];
}
const spread = ({ also, ...event }: StoredEvent): readonly OutgoingEvent[] => [
  event,
  ...also.map(({ linkType, objectId }) => ({
    ...event,
    application: eventModule(linkType, event.application),
    linkType,
    id: objectId,
    version: null,
  })),
];

export interface PublisherOptions {
  readonly worker: pg.Pool;
  readonly workerUrl: string;
  /** Receives every committed event, including those of other server processes, in order within a tenant. */
  readonly onEvents: (events: readonly OutgoingEvent[]) => void;
  /** Receives notices that any process, including this one, announced outside of tenants, such as a revoked session. */
  readonly onNotice?: (topic: string, body: string) => void;
  /** Interval for polling without a notification. */
  readonly pollMs?: number;
  readonly log?: (error: unknown) => void;
}

export interface Publisher {
  /** Signals that events were committed here. Cheap: many calls are combined into one. */
  wake(): void;
  /** Sends a notice to all processes, outside of any tenant. Limited to 7,900 bytes. */
  announce(topic: string, body: string): Promise<void>;
  /** Returns the age in seconds of the oldest event not delivered here yet, or 0 if there is none. */
  lag(): Promise<number>;
  stop(): Promise<void>;
}

const channel = 'carrara_events';
const noticeChannel = 'carrara_notices';

/**
 * Delivers the events of the outbox to this process.
 *
 * It stores its position per tenant, and events are numbered in the order of their commits, so none is missed or
 * delivered twice. NOTIFY only wakes it up; without it, it polls every second.
 */
export async function startPublisher(options: PublisherOptions): Promise<Publisher> {
  const { worker, onEvents, onNotice, pollMs = 1000, log = () => undefined } = options;
  const cursors = new Map<string, number>();
  const { rows: heads } = await worker.query<{ id: string; seq: number }>(
    'SELECT tenant_id AS id, seq FROM activity_head',
  );
  for (const { id, seq } of heads) cursors.set(id, seq);

  let stopped = false;
  const read = coalesced(async () => {
    if (stopped) return;
    const { rows } = await worker.query<StoredEvent>(readNew, [[...cursors.keys()], [...cursors.values()]]);
    if (rows.length === 0 || stopped) return;
    for (const { tenantId, seq } of rows) cursors.set(tenantId, seq);
    onEvents(rows.flatMap(spread));
    if (rows.length >= mostPerRead) void read();
  }, log);
  const notify = coalesced(async () => {
    if (!stopped) await worker.query(`NOTIFY ${channel}`);
  }, log);

  const listener = listen(options.workerUrl, log, (message) => {
    if (message.channel === channel) void read();
    else if (message.payload !== undefined) {
      const cut = message.payload.indexOf(' ');
      onNotice?.(message.payload.slice(0, cut), message.payload.slice(cut + 1));
    }
  });
  await listener.ready;
  // Delivers events committed between reading the heads and listening.
  await read();
  const timer = setInterval(() => void read(), pollMs);
  timer.unref();

  return {
    wake() {
      void read();
      void notify();
    },
    async announce(topic, body) {
      await worker.query('SELECT pg_notify($1, $2)', [noticeChannel, `${topic} ${body}`]);
    },
    async lag() {
      const { rows } = await worker.query<{ seconds: number }>(oldestNew, [[...cursors.keys()], [...cursors.values()]]);
      return rows[0]?.seconds ?? 0;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await listener.stop();
    },
  };
}

const mostPerRead = 1000;
/** An event's time is that of the request that created it. */
const oldestNew = `
  SELECT coalesce(greatest(extract(epoch FROM now() - min(o.created_at)), 0), 0)::float8 AS seconds
  FROM activity_head h
  LEFT JOIN unnest($1::uuid[], $2::bigint[]) AS c(tenant_id, seq) ON c.tenant_id = h.tenant_id
  JOIN outbox o ON o.tenant_id = h.tenant_id AND o.seq > coalesce(c.seq, 0)
  WHERE h.seq > coalesce(c.seq, 0)`;
const readNew = `
  SELECT o.tenant_id AS "tenantId", o.seq, o.operation, o.application, o.link_type AS "linkType", o.object_id AS id,
         o.row_version AS version, o.person_id AS "personId", o.params, o.also, o.created_at AS "createdDate"
  FROM activity_head h
  LEFT JOIN unnest($1::uuid[], $2::bigint[]) AS c(tenant_id, seq) ON c.tenant_id = h.tenant_id
  CROSS JOIN LATERAL (
    SELECT * FROM outbox o WHERE o.tenant_id = h.tenant_id AND o.seq > coalesce(c.seq, 0) ORDER BY o.seq LIMIT ${mostPerRead}
  ) o
  WHERE h.seq > coalesce(c.seq, 0)
  ORDER BY o.tenant_id, o.seq LIMIT ${mostPerRead}`;

/** Returns a function that runs one at a time. Calls during a run are combined into one more run. */
function coalesced(work: () => Promise<void>, log: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again = false;
  const run = async () => {
    do {
      again = false;
      await work().catch(log);
    } while (again);
    running = undefined;
  };
  return () => {
    if (running) again = true;
    else running = run();
    return running ?? Promise.resolve();
  };
}

/** Opens a listening connection that reconnects when it is lost. */
function listen(url: string, log: (error: unknown) => void, onMessage: (message: pg.Notification) => void) {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const listener = new pg.Client({ connectionString: url, application_name: 'carrara listener' });
    client = listener;
    listener.on('error', () => undefined);
    listener.on('end', () => {
      if (!stopped && client === listener) later();
    });
    listener.on('notification', onMessage);
    await listener.connect();
    await listener.query(`${sessionFormats}; LISTEN ${channel}; LISTEN ${noticeChannel}`);
  };
  const later = () => {
    clearTimeout(retry);
    retry = setTimeout(() => {
      connect().catch((error: unknown) => {
        log(error);
        if (!stopped) later();
      });
    }, 500);
    retry.unref();
  };
  return {
    ready: connect(),
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
