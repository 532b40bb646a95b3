import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { randomBytes } from 'node:crypto';
import { Connection, type Holder } from './connection.ts';
import { type PollAnswer, Polling } from './longPolling.ts';
import { eventFrame } from './protocol.ts';
import { carryBySocket, createSockets } from './webSockets.ts';

const MAX_CONNECTIONS_PER_PERSON = 50;

export interface HubOptions {
  /** Handles a client's call. Throw a HubError if the client should get the reason. */
  readonly invoke: (connection: Connection, target: string, args: readonly unknown[]) => Promise<unknown>;
  readonly now: () => number;
  /** Receives internal errors, for the log. */
  readonly log: (error: unknown) => void;
}

export interface NegotiateAnswer {
  readonly negotiateVersion: 1;
  readonly connectionId: string;
  readonly connectionToken: string;
  readonly availableTransports: readonly { readonly transport: string; readonly transferFormats: readonly string[] }[];
}

const transports = [
  { transport: 'WebSockets', transferFormats: ['Text'] },
  { transport: 'LongPolling', transferFormats: ['Text'] },
];

/**
 * A SignalR hub: negotiation (version 1), web sockets and long polling, the JSON protocol.
 *
 * It handles connections and frames only. The caller decides who may connect. A connection negotiated by one person in
 * one tenant is not available to others.
 */
export class Hub {
  readonly #options: HubOptions;
  readonly #connections = new Map<string, Connection>();
  readonly #polled = new Map<string, Polled>();
  readonly #sockets = createSockets();
  readonly #timer: NodeJS.Timeout;
  #closing = false;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#tick(), 1_000);
    this.#timer.unref();
  }

  /** Connections that have completed the handshake. */
  get open(): readonly Connection[] {
    return [...this.#connections.values()].filter((connection) => connection.isOpen);
  }

  /** All connections, including those before the handshake. */
  get all(): readonly Connection[] {
    return [...this.#connections.values()];
  }

  /** Creates a connection. Returns undefined if its owner has too many. */
  negotiate(holder: Holder): NegotiateAnswer | undefined {
    const token = this.#create(holder);
    if (token === undefined) return undefined;
    const connectionId = this.#connections.get(token)?.id ?? '';
    return { negotiateVersion: 1, connectionId, connectionToken: token, availableTransports: transports };
  }

  /** True if a negotiated connection with this token still waits for its transport. Each accepts one web socket. */
  awaits(token: string): boolean {
    return this.#connections.get(token)?.isAttached === false;
  }

  /** Upgrades a request to a web socket. Returns false if this owner has no such connection. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, token: string, holder: Holder): boolean {
    const connection = this.#connectionOf(token, holder);
    if (!connection || connection.isAttached) return false;
    this.#sockets.handleUpgrade(request, socket, head, (opened) =>
      carryBySocket(connection, opened, this.#options.now),
    );
    return true;
  }

  /** Handles a poll of a long-polling client. Returns undefined if this owner has no such connection. */
  poll(
    token: string,
    holder: Holder,
  ): { readonly answer: Promise<PollAnswer>; readonly abandon: () => void } | undefined {
    const connection = this.#connectionOf(token, holder);
    const existing = this.#polled.get(token);
    if (existing ? !isSame(existing.holder, holder) : !connection || connection.isAttached) return undefined;
    const polling = existing?.polling ?? new Polling();
    if (!existing) {
      connection?.attach(polling);
      this.#polled.set(token, { holder, polling });
    }
    connection?.heard(this.#options.now());
    return { answer: polling.poll(), abandon: () => polling.abandon() };
  }

  /** Receives frames posted by a long-polling client. */
  receive(token: string, holder: Holder, text: string): boolean {
    const connection = this.#connectionOf(token, holder);
    if (!connection || !this.#polled.has(token)) return false;
    connection.receive(text, this.#options.now());
    return true;
  }

  /** Closes the connection of a long-polling client. */
  hangUp(token: string, holder: Holder): boolean {
    const connection = this.#connectionOf(token, holder);
    connection?.lost();
    return connection !== undefined;
  }

  /** Sends an event to the connections that `reaches` selects. It is serialized once for all. */
  send(target: string, args: readonly unknown[], reaches: (holder: Holder) => boolean): void {
    const frame = eventFrame(target, args);
    const now = this.#options.now();
    for (const connection of this.open) if (reaches(connection.holder)) connection.send(frame, now);
  }

  /** Ends connections for good, such as those of a revoked session. */
  end(matches: (holder: Holder) => boolean, error: string): void {
    const now = this.#options.now();
    for (const connection of this.#connections.values()) {
      if (matches(connection.holder)) connection.close(now, { allowReconnect: false, error });
    }
  }

  /** Ends all connections at shutdown. Clients may reconnect to the next process. */
  close(): void {
    this.#closing = true;
    clearInterval(this.#timer);
    const now = this.#options.now();
    for (const connection of this.#connections.values()) connection.close(now, { allowReconnect: true });
    this.#sockets.close();
  }

  #create(holder: Holder): string | undefined {
    const own = [...this.#connections.values()].filter(({ holder: { personId } }) => personId === holder.personId);
    if (this.#closing || own.length >= MAX_CONNECTIONS_PER_PERSON) return undefined;
    const token = randomBytes(24).toString('base64url');
    const id = randomBytes(16).toString('base64url');
    const events = {
      invoke: this.#options.invoke,
      failed: this.#options.log,
      closed: () => {
        this.#connections.delete(token);
        // A polling client can still fetch the last messages.
        setTimeout(() => this.#polled.delete(token), 5_000).unref();
      },
    };
    this.#connections.set(token, new Connection(id, holder, events, this.#options.now()));
    return token;
  }

  #connectionOf(token: string, holder: Holder): Connection | undefined {
    const connection = this.#connections.get(token);
    return connection && isSame(connection.holder, holder) ? connection : undefined;
  }

  #tick(): void {
    const now = this.#options.now();
    for (const connection of this.#connections.values()) connection.tick(now);
  }
}

interface Polled {
  readonly holder: Holder;
  readonly polling: Polling;
}

const isSame = (first: Holder, other: Holder): boolean =>
  first.personId === other.personId && first.tenantId === other.tenantId;
