import { type HubConnection, HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr';
import { type HubEvent, type LiveEvent, reconnectDelayMs } from '@carrara/contract/core/events';
import { fromWire } from '@carrara/contract/core/wireNames';

export type LiveState = 'connecting' | 'connected' | 'disconnected' | 'refused';

export interface LiveSubscription {
  /** Called when records change. The all-zero id stands for many records of a type. */
  readonly onUpdate: (event: LiveEvent) => void;
  /** Called with up to five recent updates, newest first. */
  readonly onHistory?: (history: readonly LiveEvent[]) => void;
  /** `refused` is final: the session has ended or has no access. */
  readonly onState?: (state: LiveState) => void;
}

export interface LiveClientOptions {
  /** Address of the server. Empty means the page's own. */
  readonly baseUrl: string;
  readonly tenantId: string;
  /** Token of a program, requested for every connection. Browsers send their cookie. */
  readonly token?: (() => string | Promise<string>) | undefined;
}

export interface LiveClient {
  /** Requests the update history, which `onHistory` also receives. */
  history(): Promise<readonly LiveEvent[]>;
  stop(): Promise<void>;
}

/**
 * Listens to the live channel. A lost connection is retried every five seconds until it is back, or until the server
 * refuses the session.
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

  const receive = (event: HubEvent, handle: (argument: unknown) => void) =>
    connection.on(event, (argument: unknown) => handle(fromWire(argument)));
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
    // The first retry comes at once, so that screens are live again soon after a server restart.
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

/** True if the server refused the negotiation. The official client reports the status only in the text of its error. */
const isRefusal = (error: unknown): boolean => error instanceof Error && /\b(401|403)\b/.test(error.message);
