import { documentRead, inboxLink, type LiveEvent, personalLinks, rightsChanged } from '@carrara/contract/core/events';
import type { LiveClient, LiveState, listenLive } from '@carrara/adapters/signalr/client/listenLive';
import type { Store } from '@reduxjs/toolkit';
import { waitUntilSettled } from '@carrara/ui/layout/waitUntilSettled.ts';
import { api } from '../api/api.ts';
import { staleTags, tagTypes } from '../api/tags.ts';
import type { Dispatch, State } from '../session/sessionState.ts';
import { collectBursts } from './collectBursts.ts';
import { readRights } from '../session/session.ts';
import { checkContinued, connectionChanged, happened, type RecentEvent, historyRead, stopped } from './liveSlice.ts';

type LiveStore = Pick<Store<State>, 'getState' | 'subscribe'> & { readonly dispatch: Dispatch };

const unlistedTypes: ReadonlySet<string> = new Set([...personalLinks, ...Object.values(documentRead)]);

type Connect = typeof listenLive;
/** Loads the client of the live channel after the page has its data. */
const connectLive: Connect = async (options, subscription) => {
  await waitUntilSettled();
  return (await import('@carrara/adapters/signalr/client/listenLive')).listenLive(options, subscription);
};

/** Listens for live updates while somebody works in a tenant. Changed data is read again, and the bell lists the changes. */
export function startLive(store: LiveStore, connect: Connect = connectLive): void {
  let listening: string | undefined;
  let running: Promise<LiveClient> | undefined;
  store.subscribe(() => {
    const { phase, tenantId } = store.getState().session;
    const liveTenantId = phase === 'ready' ? (tenantId ?? undefined) : undefined;
    if (liveTenantId === listening) return;
    listening = liveTenantId;
    void running?.then((client) => client.stop());
    store.dispatch(stopped());
    running = liveTenantId ? listen(store, liveTenantId, () => listening === liveTenantId, connect) : undefined;
  });
}

async function listen(
  store: LiveStore,
  tenantId: string,
  isNeeded: () => boolean,
  connect: Connect,
): Promise<LiveClient> {
  const refresh = (tags: readonly string[]) => void store.dispatch(api.util.invalidateTags([...tags]));
  // Events that arrive together, for example during an import, cause only one refresh.
  const notify = collectBursts<LiveEvent>((events) => {
    if (!isNeeded()) return;
    refresh([...new Set(events.flatMap(({ linkType }) => staleTags(linkType)))]);
    // The inbox reports these events itself, or they only refresh data, so the bell does not list them.
    const notices = events.filter(({ linkType }) => !unlistedTypes.has(linkType));
    if (notices.length > 0) store.dispatch(happened(notices.map(toRecentEvent)));
  });
  // Runs one after another, because the second of two parallel reads could overtake the first.
  let rights = Promise.resolve();
  const readRightsAgain = () => {
    rights = rights.then(() => (isNeeded() ? readRights(store.dispatch) : undefined));
  };
  let wasLost = false;
  const onState = (state: LiveState) => {
    if (!isNeeded()) return;
    if (state === 'disconnected') wasLost = true;
    // A person who may no longer listen may no longer work here either, or has to sign in again.
    if (state === 'refused') readRightsAgain();
    // A message may have arrived since the page read its number, before anybody listened.
    if (state === 'connected') refresh(wasLost ? tagTypes : [inboxLink]);
    if (state !== 'connecting') store.dispatch(connectionChanged(state === 'connected' ? 'on' : 'lost'));
  };
  const client = await connect(
    { baseUrl: '', tenantId },
    {
      onState,
      onUpdate: (event) => {
        if (!isNeeded()) return;
        if (event.linkType === rightsChanged.linkType) return readRightsAgain();
        if (event.linkType === 'DataUpload' && valueOf(event, 'operation') === 'uploadFile') {
          // There is no record yet, so the event only concerns the page that waits for it.
          const percent = Number(valueOf(event, 'progress'));
          if (isOwn(event, store)) store.dispatch(checkContinued({ id: event.id, percent }));
          return;
        }
        if (event.linkType === 'Tenant') readRightsAgain();
        notify(event);
      },
      onHistory: (history) => {
        if (isNeeded()) store.dispatch(historyRead(history.map(toRecentEvent)));
      },
    },
  );
  // Only the bell needs the history. Live updates work without it.
  await client.history().catch(() => []);
  return client;
}

/** True if the person caused the event. */
const isOwn = (event: LiveEvent, store: LiveStore): boolean =>
  valueOf(event, 'personId') === store.getState().session.user?.id;
const valueOf = ({ params }: LiveEvent, name: string) => params.find(({ key }) => key === name)?.value;

function toRecentEvent(event: LiveEvent): RecentEvent {
  const at = valueOf(event, 'createdDate');
  return { ...event, at: at ?? new Date().toISOString() };
}
