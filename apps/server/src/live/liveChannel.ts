import { livePrincipals } from '@carrara/adapters/identity/livePrincipals';
import type { OutgoingEvent } from '@carrara/adapters/postgres/engine/outbox/publisher';
import { type Connection, type Holder, HubError } from '@carrara/adapters/signalr/hub/connection';
import { Hub } from '@carrara/adapters/signalr/hub/hub';
import {
  accessToLinkType,
  accessToOperation,
  type LiveEvent,
  personalLinks,
  rightsChanged,
  updateHistoryLength,
} from '@carrara/contract/core/events';
import { emptyId } from '@carrara/contract/core/kinds';
import { applications, type Grants, hasPermission } from '@carrara/contract/core/permissions';
import { lowerFirst, findRecordType } from '@carrara/contract/core/recordType';
import { toWire } from '@carrara/contract/core/wireNames';
import type { Pool } from 'pg';

/** Interval for checking the permissions of connected people, so that revoked ones are disconnected within a second. */
const checkMs = 500;
/** Number of a tenant's newest events that are searched for those that the person may read. */
const historyDepth = 50;

export interface LiveOptions {
  readonly app: Pool;
  readonly worker: Pool;
  readonly now: () => Date;
  readonly log: (error: unknown) => void;
}

export interface LiveChannel {
  readonly hub: Hub;
  /** Stores what the owner may read, as determined at the negotiation. */
  readonly admitted: (holder: Holder, grants: Grants) => void;
  /** Sends committed events to people who may read the records. */
  readonly publish: (events: readonly OutgoingEvent[]) => void;
  /** Ends connections of people without access, and informs those whose roles have changed. */
  readonly check: () => Promise<void>;
  readonly close: () => void;
}

const keyOf = ({ sessionId, tenantId }: { readonly sessionId: string; readonly tenantId: string }) =>
  `${sessionId} ${tenantId}`;

/** True for a pay record, such as a salary. A role alone isn't enough to learn that one has changed. */
const isOfPay = ({ linkType }: OutgoingEvent): boolean => findRecordType(lowerFirst(linkType))?.isPay === true;

/** An event, with the people who may see pay if it is about pay. */
interface Addressed {
  readonly event: OutgoingEvent;
  readonly payReaders?: ReadonlySet<string>;
}

const isSame = (first: Grants, other: Grants): boolean => applications.every((name) => first[name] === other[name]);

/**
 * Creates the live channel: the hub, fed by the outbox. The permissions of every connection are checked twice a second.
 */
export function createLiveChannel(options: LiveOptions): LiveChannel {
  const { app, now, log } = options;
  const rights = new Map<string, Grants>();
  const { addressed, mayRead, newestOf, visibleTo } = eventReaders(options, rights);
  /** Connections that requested the whole history. They get it again with each change. */
  const recorders = new WeakSet<Connection>();
  const notifyRecorders = async (events: readonly Addressed[]) => {
    for (const tenantId of new Set(events.map(({ event }) => event.tenantId))) {
      const affected = hub.open.filter(
        (connection) => recorders.has(connection) && connection.holder.tenantId === tenantId,
      );
      if (affected.length === 0) continue;
      const newest = await newestOf(tenantId);
      for (const { holder } of affected) {
        const history = toWire(visibleTo(holder, newest));
        for (const event of events)
          if (event.event.tenantId === tenantId && mayRead(holder, event))
            hub.send('broadcastUpdateExtended', [toWire(liveEventOf(event.event)), history], (each) => each === holder);
      }
    }
  };
  const send = (events: readonly Addressed[]) => {
    for (const addressedEvent of events) {
      const { event } = addressedEvent;
      const message = [toWire(liveEventOf(event))];
      const reaches = (holder: Holder) => holder.tenantId === event.tenantId && mayRead(holder, addressedEvent);
      hub.send(event.id === emptyId ? 'fullUpdate' : 'update', message, reaches);
      hub.send('broadcastUpdateNotification', message, reaches);
      hub.send('Activity', message, reaches);
    }
    void notifyRecorders(events).catch(log);
  };
  const hub = new Hub({
    now: () => now().getTime(),
    log,
    async invoke(connection, target) {
      const event = historyEvents.get(target);
      if (event === undefined) throw new HubError(`There is no method ${target}.`);
      const history = toWire(visibleTo(connection.holder, await newestOf(connection.holder.tenantId)));
      if (event === 'broadcastUpdateFull') recorders.add(connection);
      hub.send(event, [history], (holder) => holder === connection.holder);
      return history;
    },
  });

  const check = async () => {
    const holders = [...new Map(hub.all.map(({ holder }) => [keyOf(holder), holder])).values()];
    const holderKeys = new Set(holders.map(keyOf));
    for (const key of rights.keys()) if (!holderKeys.has(key)) rights.delete(key);
    if (holders.length === 0) return;
    const { changed, revoked } = updateRights(rights, holderKeys, await livePrincipals(app, holders, now()));
    if (changed.size > 0) hub.send('update', [toWire(rightsChanged)], (holder) => changed.has(keyOf(holder)));
    if (revoked.size > 0) hub.end((holder) => revoked.has(keyOf(holder)), 'Your session has ended.');
  };
  const timer = setInterval(() => void check().catch(log), checkMs);
  timer.unref();

  return {
    hub,
    admitted: (holder, grants) => void rights.set(keyOf(holder), grants),
    publish(events) {
      send(events.filter((event) => !isOfPay(event)).map((event) => ({ event })));
      const ofPay = events.filter(isOfPay);
      for (const tenantId of new Set(ofPay.map((event) => event.tenantId)))
        void addressed(
          tenantId,
          ofPay.filter((event) => event.tenantId === tenantId),
        )
          .then(send)
          .catch(log);
    },
    check,
    close() {
      clearInterval(timer);
      hub.close();
    },
  };
}

/** Stores the rights of the connected people. Returns the people whose rights changed, and the people without access. */
function updateRights(
  rights: Map<string, Grants>,
  holderKeys: ReadonlySet<string>,
  principals: Awaited<ReturnType<typeof livePrincipals>>,
) {
  const living = new Map(principals.map((principal) => [keyOf(principal), principal.grants]));
  const changed = new Set<string>();
  for (const key of holderKeys) {
    const [before, grants] = [rights.get(key), living.get(key)];
    if (grants) rights.set(key, grants);
    else rights.delete(key);
    if (before && grants && !isSame(before, grants)) changed.add(key);
  }
  const revoked = new Set([...holderKeys].filter((key) => !living.has(key)));
  return { changed, revoked };
}

/** Determines who may read events, by the rights of the connected people. */
function eventReaders({ worker, now }: LiveOptions, rights: ReadonlyMap<string, Grants>) {
  const addressed = async (tenantId: string, events: readonly OutgoingEvent[]): Promise<readonly Addressed[]> => {
    if (!events.some(isOfPay)) return events.map((event) => ({ event }));
    const { rows } = await worker.query<{ id: string }>(payReadersQuery, [tenantId, now()]);
    const payReaders = new Set(rows.map(({ id }) => id));
    return events.map((event) => (isOfPay(event) ? { event, payReaders } : { event }));
  };
  const mayRead = (holder: Holder, { event, payReaders }: Addressed): boolean => {
    const { linkType, id, application, operation } = event;
    if (payReaders?.has(holder.personId) === false) return false;
    const grants = rights.get(keyOf(holder));
    if (personalLinks.has(linkType)) return grants !== undefined && holder.personId === id;
    const access = accessToLinkType(linkType, application);
    const required = accessToOperation[operation];
    if (!grants || access === undefined || (required && !hasPermission(grants, required))) return false;
    return access === 'member' || hasPermission(grants, access);
  };
  const newestOf = async (tenantId: string): Promise<readonly Addressed[]> =>
    addressed(tenantId, (await worker.query<OutgoingEvent>(historyQuery, [tenantId, historyDepth])).rows);
  const visibleTo = (holder: Holder, newest: readonly Addressed[]): readonly LiveEvent[] =>
    newest
      .filter((event) => mayRead(holder, event))
      .slice(0, updateHistoryLength)
      .map(({ event }) => liveEventOf(event));
  return { addressed, mayRead, newestOf, visibleTo };
}

/** A map, because the name comes from outside and an object has inherited names. */
const historyEvents: ReadonlyMap<string, 'broadcastUpdateHistory' | 'broadcastUpdateFull'> = new Map([
  ['GetUpdateHistoryRefresh', 'broadcastUpdateHistory'],
  ['GetUpdateHistoryFull', 'broadcastUpdateFull'],
]);

const historyQuery = `
  SELECT tenant_id AS "tenantId", seq, operation, application, link_type AS "linkType", object_id AS id,
         row_version AS version, person_id AS "personId", params, created_at AS "createdDate"
  FROM outbox WHERE tenant_id = $1 ORDER BY seq DESC LIMIT $2`;

const payReadersQuery = `
  SELECT DISTINCT a.person_id AS id FROM pay_access a JOIN tenant t ON t.id = a.tenant_id
  WHERE a.tenant_id = $1 AND a.status = 'ACTIVE'
    AND (a.ends_on IS NULL
      OR a.ends_on >= ($2::timestamptz AT TIME ZONE coalesce(nullif(t.settings ->> 'timeZone', ''), 'UTC'))::date)`;

function liveEventOf({
  application,
  linkType,
  id,
  version,
  params,
  operation,
  personId,
  createdDate,
}: OutgoingEvent): LiveEvent {
  const more = [
    { key: 'operation', value: operation },
    ...(personId === null ? [] : [{ key: 'personId', value: personId }]),
    { key: 'createdDate', value: createdDate },
  ];
  return { application, linkType, id, version: version ?? 0, params: [...params, ...more] };
}
