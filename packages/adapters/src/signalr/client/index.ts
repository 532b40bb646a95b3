import { type HubConnection, HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr';
import { type HubEvent, type LiveEvent, reconnectDelayMs } from '@carrara/contract/core/events';
import { fromWire } from '@carrara/contract/core/wireNames';

export type LiveState = 'connecting' | 'connected' | 'disconnected' | 'refused';

export interface LiveSubscription {
  /** Changes of records, as they happen; the all-zero id stands for many records of the kind. */
  readonly onUpdate: (event: LiveEvent) => void;
  /** The newest updates, newest first, at most five. */
  readonly onHistory?: (history: readonly LiveEvent[]) => void;
  /** `refused` is final: the session has ended or may not listen here. */
  readonly onState?: (state: LiveState) => void;
}

export interface LiveClientOptions {
  /** Address of the server; empty for the page's own. */
  readonly baseUrl: string;
  readonly tenantId: string;
  /** For programs; a browser sends its cookie. It is asked for at every connection. */
  readonly token?: (() => string | Promise<string>) | undefined;
}

export interface LiveClient {
  /** Asks for the update history, which also arrives at `onHistory`. */
  history(): Promise<readonly LiveEvent[]>;
  stop(): Promise<void>;
}

/**
 * Listens to the live channel and keeps listening: a lost connection is tried again every five seconds until it is back, or until the
 * server says that this session may not listen any more.
 */
export async function listenLive(options: LiveClientOptions, subscription: LiveSubscription): Promise<LiveClient> {
  const { baseUrl, tenantId, token } = options;
  const { onUpdate, onHistory, onState } = subscription;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const url = `${baseUrl}/Server/signalr?tenant_id=${encodeURIComponent(tenantId)}`;
  const connection: HubConnection = new HubConnectionBuilder()
    .withUrl(url, token ? { accessTokenFactory: token } : {})
    .configureLogging(LogLevel.None)
    .build();

  const receive = (event: HubEvent, take: (argument: unknown) => void) =>
    connection.on(event, (argument: unknown) => take(fromWire(argument)));
  receive('update', (event) => onUpdate(event as LiveEvent));
  receive('fullUpdate', (event) => onUpdate(event as LiveEvent));
  receive('broadcastUpdateHistory', (history) => onHistory?.(history as readonly LiveEvent[]));
  receive('broadcastUpdateFull', (history) => onHistory?.(history as readonly LiveEvent[]));

  const connect = async (): Promise<void> => {
    onState?.('connecting');
    try {
      await connection.start();
      onState?.('connected');
    } catch (error) {
      if (stopped) return;
      if (isRefusal(error)) return onState?.('refused');
      onState?.('disconnected');
      later();
    }
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), reconnectDelayMs);
  };
  connection.onclose(() => {
    if (stopped) return;
    onState?.('disconnected');
    // The first attempt comes at once: after a restart of the server the screens are live again before anyone looks.
    void connect();
  });
  await connect();

  return {
    async history() {
      if (connection.state !== HubConnectionState.Connected) return [];
      return fromWire(await connection.invoke('GetUpdateHistoryRefresh')) as readonly LiveEvent[];
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await connection.stop();
      onState?.('disconnected');
    },
  };
}

/** The official client hides the status of a refused negotiation in the text of its error. */
const isRefusal = (error: unknown): boolean => error instanceof Error && /\b(401|403)\b/.test(error.message);
