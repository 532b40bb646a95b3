import {
  closeFrame,
  errorFrame,
  handshakeFrame,
  handshakeProblem,
  parseMessage,
  pingFrame,
  ProtocolError,
  resultFrame,
  splitFrame,
} from './protocol.ts';

/** Transport of a connection's frames: a web socket, or a queue that is polled. */
export interface Transport {
  /** Returns false if the reader is too slow to continue. */
  send(frame: string): boolean;
  /** Ends the transport after everything queued has been sent. */
  end(): void;
}

/** Owner of a connection. Two owners are equal if they are the same person in the same tenant. */
export interface Holder {
  readonly personId: string;
  readonly tenantId: string;
  readonly sessionId: string;
}

export interface ConnectionEvents {
  readonly invoke: (connection: Connection, target: string, args: readonly unknown[]) => Promise<unknown>;
  readonly closed: (connection: Connection) => void;
  /** Receives internal errors, for the log. */
  readonly failed: (error: unknown) => void;
}

/** Thrown by an invocation if the caller may read the reason. */
export class HubError extends Error {}

const pingAfterMs = 15_000;
const timeoutMs = 30_000;
const handshakeMs = 15_000;
/** Maximum number of concurrent calls per connection. A client that sends more isn't waiting for results. */
const mostCalls = 20;

/** One connection of the hub, on any transport: handshake, invocations, pings and the end. */
export class Connection {
  readonly id: string;
  readonly holder: Holder;
  readonly #events: ConnectionEvents;
  #transport: Transport | undefined;
  #state: 'new' | 'open' | 'closed' = 'new';
  #calls = 0;
  #lastSent: number;
  #lastHeard: number;

  constructor(id: string, holder: Holder, events: ConnectionEvents, now: number) {
    this.id = id;
    this.holder = holder;
    this.#events = events;
    this.#lastSent = now;
    this.#lastHeard = now;
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  get isAttached(): boolean {
    return this.#transport !== undefined;
  }

  attach(transport: Transport): void {
    this.#transport = transport;
  }

  send(frame: string, now: number): void {
    if (this.#state !== 'open' || !this.#transport) return;
    this.#lastSent = now;
    if (!this.#transport.send(frame)) this.close(now, { allowReconnect: true, error: 'The connection is too slow.' });
  }

  /** Processes a frame from the client. An error in the protocol or in our code ends this connection only. */
  receive(text: string, now: number): void {
    this.#lastHeard = now;
    try {
      for (const message of splitFrame(text)) this.#receive(message, now);
    } catch (error) {
      if (!(error instanceof ProtocolError)) this.#events.failed(error);
      const reason = error instanceof ProtocolError ? `Protocol error: ${error.message}.` : 'The server failed.';
      this.close(now, { allowReconnect: false, error: reason });
    }
  }

  #receive(text: string, now: number): void {
    if (this.#state === 'closed') return;
    if (this.#state === 'new') return this.#shakeHands(text, now);
    const message = parseMessage(text);
    if (message.kind === 'close') this.close(now, { allowReconnect: false });
    if (message.kind === 'streamInvocation') this.send(errorFrame(message.id, 'Streams aren’t supported.'), now);
    if (message.kind !== 'invocation') return;
    if (this.#calls >= mostCalls) throw new ProtocolError('too many calls are waiting for a response');
    void this.#answer(message.target, message.args, message.id, now);
  }

  #shakeHands(text: string, now: number): void {
    const problem = handshakeProblem(text);
    this.#transport?.send(handshakeFrame(problem));
    if (problem !== undefined) return this.#end();
    this.#state = 'open';
    this.#lastSent = now;
  }

  async #answer(target: string, args: readonly unknown[], id: string | undefined, now: number): Promise<void> {
    this.#calls += 1;
    try {
      const result = await this.#events.invoke(this, target, args);
      if (id !== undefined) this.send(resultFrame(id, result ?? null), now);
    } catch (error) {
      if (!(error instanceof HubError)) this.#events.failed(error);
      const reason = error instanceof HubError ? error.message : `${target} failed.`;
      if (id !== undefined) this.send(errorFrame(id, reason), now);
    } finally {
      this.#calls -= 1;
    }
  }

  /** Sends a ping, or closes the connection after a timeout. */
  tick(now: number): void {
    if (this.#state === 'closed') return;
    const silence = now - this.#lastHeard;
    if (this.#state === 'new' ? silence > handshakeMs : silence > timeoutMs) return this.#end();
    if (now - this.#lastSent >= pingAfterMs) this.send(pingFrame, now);
  }

  /** Resets the timeout. For polling clients, an open poll counts as a sign of life. */
  heard(now: number): void {
    this.#lastHeard = now;
  }

  close(_now: number, { allowReconnect, error }: { readonly allowReconnect: boolean; readonly error?: string }): void {
    if (this.#state === 'open') this.#transport?.send(closeFrame(allowReconnect, error));
    this.#end();
  }

  /** Handles the loss of the transport. */
  lost(): void {
    this.#end();
  }

  #end(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#transport?.end();
    this.#events.closed(this);
  }
}
