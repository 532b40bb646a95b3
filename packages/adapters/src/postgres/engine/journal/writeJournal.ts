import type pg from 'pg';
import { v7 as newId } from 'uuid';
import type { TenantContext } from './tenantContext.ts';
import { eventModule } from '@carrara/contract/core/events';
import { findRecordType } from '@carrara/contract/core/recordType';
import { type AuditKey, type ChainedEntry, chainHash } from './auditKey.ts';
import type { Change } from './change.ts';
import type { Layout } from './layout.ts';
import { readStates, type RecordState } from './recordStates.ts';
import { isRecordType, type RecordType } from './recordTables.ts';
import type { ChainHead } from './verifyChain.ts';

const noRecord = '00000000-0000-0000-0000-000000000000';
/**
 * Maximum number of events per record type. Beyond it, a single event stands for many records, so that an open list
 * reloads once and not a thousand times.
 */
const mostEventsOfAKind = 50;
const mostPerStatement = 2000;

interface Head {
  readonly seq: number;
  readonly hash: Buffer;
  readonly personName: string | null;
  readonly isProgram: boolean;
}

export interface JournalEnd {
  /** Number of events for open screens. */
  readonly events: number;
  /** Head of the tenant's chain once the transaction commits. */
  readonly head: ChainHead;
}

/**
 * Writes the audit entries and events of a transaction, right before it commits.
 *
 * Locks the tenant's head row only here, so the writers of a tenant wait for each other no longer than a commit takes.
 * Sequence numbers follow the order of commits. The states of the changed records are read under the same
 * lock, so nobody can change them before the commit.
 */
export async function writeJournal(
  client: pg.PoolClient,
  context: TenantContext,
  changes: readonly Change[],
  key: AuditKey,
  layout: Layout,
): Promise<JournalEnd> {
  const { head, events } = await writeChain(client, context, changes, key, layout);
  const others = new Set(changes.flatMap(({ otherTenantId }) => otherTenantId ?? []));
  if (others.size === 0) return { head, events };
  const { rows } = await client.query<{ name: string }>('SELECT name FROM tenant WHERE id = $1', [context.tenantId]);
  let eventsOfOthers = 0;
  for (const tenantId of others) {
    // The only code that switches a transaction to another tenant. It does so for entries about shared rows, as the
    // very last step.
    await client.query(`SELECT set_config('app.tenant_id', $1, true)`, [tenantId]);
    const theirs = { tenantId, personId: null, now: context.now };
    const shared = changes.filter(({ otherTenantId }) => otherTenantId === tenantId).map(withoutOwn);
    eventsOfOthers += (await writeChain(client, theirs, shared, key, layout, rows[0]?.name)).events;
  }
  return { head, events: events + eventsOfOthers };
}

/** Removes other records to reload, which belong to this tenant only. */
const withoutOwn = ({ alsoNotifies: _also, containerId: _container, ...change }: Change): Change => change;

/** Writes the entries of one tenant, with the person or `actor` as their author. */
async function writeChain(
  client: pg.PoolClient,
  context: TenantContext,
  changes: readonly Change[],
  key: AuditKey,
  layout: Layout,
  actor: string | null = null,
): Promise<JournalEnd> {
  const head = await lockHead(client, context);
  const states = await statesAfter(client, context.tenantId, changes, layout);
  let { seq, hash } = head;
  const rows = changes.map((change) => {
    seq += 1;
    const state = states.get(change);
    const entry = { ...chained(change, context, actor ?? actorOf(head, context), seq), ...(state ? { state } : {}) };
    hash = chainHash(key, hash, entry);
    return { ...entry, hash: `\\x${hash.toString('hex')}` };
  });
  const events = eventsOf(changes, head.seq, context.module);
  const last = Math.floor((rows.length - 1) / mostPerStatement) * mostPerStatement;
  for (let start = 0; start < last; start += mostPerStatement) {
    await client.query(insertEntries, [JSON.stringify(rows.slice(start, start + mostPerStatement))]);
  }
  // Usually everything is one statement, and others wait for the head only that long.
  await client.query(finish, [
    JSON.stringify(rows.slice(last)),
    JSON.stringify(events),
    context.tenantId,
    context.personId,
    context.now,
    seq,
    hash,
  ]);
  return { events: events.length, head: { tenantId: context.tenantId, seq, hash: hash.toString('hex') } };
}

/** Writes the whole audit log of a tenant that has none yet, with hashes of this key. */
export async function writeEntries(
  client: pg.ClientBase,
  entries: readonly [ChainedEntry, ...ChainedEntry[]],
  key: AuditKey,
): Promise<void> {
  let hash: Buffer = Buffer.alloc(32);
  const rows = entries.map((entry) => {
    hash = chainHash(key, hash, entry);
    return { ...entry, hash: `\\x${hash.toString('hex')}` };
  });
  for (let start = 0; start < rows.length; start += mostPerStatement)
    await client.query(insertEntries, [JSON.stringify(rows.slice(start, start + mostPerStatement))]);
  const { tenantId, seq } = entries.at(-1) ?? entries[0];
  await client.query('INSERT INTO activity_head (tenant_id, seq, hash) VALUES ($1, $2, $3)', [tenantId, seq, hash]);
}

/** Returns the final state of each record, for the last of its changes. A deleted record has a state that says so. */
async function statesAfter(
  client: pg.PoolClient,
  tenantId: string,
  changes: readonly Change[],
  layout: Layout,
): Promise<ReadonlyMap<Change, RecordState>> {
  const last = new Map<RecordType, Map<string, Change>>();
  for (const change of changes) {
    const { objectType, objectId } = change;
    if (!isRecordType(objectType)) continue;
    const ofType = last.get(objectType) ?? new Map<string, Change>();
    last.set(objectType, ofType.set(objectId, change));
  }
  const found = new Map<Change, RecordState>();
  for (const [type, ofType] of last) {
    const states = await readStates(client, layout, tenantId, type, [...ofType.keys()]);
    for (const [id, change] of ofType) {
      const state = states.get(id) ?? (change.after === null ? { layout: layout.id } : undefined);
      if (state) found.set(change, state);
    }
  }
  return found;
}

/** Returns the author as text: a person, a person through a program, or a program under its own name. */
function actorOf({ personName, isProgram }: Head, { token }: TenantContext): string | null {
  return token && !isProgram ? `${personName ?? ''} by program ${token.name}`.trim() : personName;
}

async function lockHead(client: pg.PoolClient, { tenantId, personId }: TenantContext): Promise<Head> {
  const { rows } = await client.query<Head>({
    name: 'lock_activity_head',
    text: `SELECT seq, hash, (SELECT nullif(trim(first_name || ' ' || last_name), '') FROM person WHERE id = $2) AS "personName",
       coalesce((SELECT is_program FROM person WHERE id = $2), false) AS "isProgram"
     FROM activity_head WHERE tenant_id = $1 FOR UPDATE`,
    values: [tenantId, personId],
  });
  const head = rows[0];
  if (!head) throw new Error(`There is no tenant ${tenantId}`);
  return head;
}

/**
 * Returns a value as the database will return it: after a JSON round trip, without characters that its text type
 * refuses.
 */
const stored = (value: unknown): unknown =>
  value === undefined || value === null
    ? null
    : JSON.parse(JSON.stringify(value), (_key, item: unknown) =>
        typeof item === 'string' ? item.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd') : item,
      );

function chained(change: Change, context: TenantContext, personName: string | null, seq: number): ChainedEntry {
  return {
    tenantId: context.tenantId,
    seq,
    id: newId(),
    operation: change.operation,
    objectType: change.objectType,
    objectId: change.objectId,
    objectName: change.objectName ?? null,
    containerId: change.containerId ?? null,
    personId: context.personId,
    personName,
    reason: change.reason ?? null,
    before: stored(change.before),
    after: stored(change.after),
    createdAt: new Date(context.now).toISOString(),
  };
}

const insertEntries = `
  INSERT INTO activity (tenant_id, seq, id, operation, object_type, object_id, object_name, container_id, person_id, person_name,
                        reason, before, after, created_at, state, hash)
  SELECT "tenantId", seq, id, operation, "objectType", "objectId", "objectName", "containerId", "personId", "personName",
         reason, nullif(before, 'null'), nullif(after, 'null'), "createdAt", state, hash
  FROM jsonb_to_recordset($1::jsonb) AS e("tenantId" uuid, seq bigint, id uuid, operation text, "objectType" text, "objectId" uuid,
    "objectName" text, "containerId" uuid, "personId" uuid, "personName" text, reason text, before jsonb, after jsonb,
    "createdAt" timestamptz, state jsonb, hash bytea)`;

const finish = {
  name: 'journal',
  text: `
  WITH entries AS (${insertEntries}),
    moved AS (UPDATE activity_head SET seq = $6, hash = $7 WHERE tenant_id = $3)
  INSERT INTO outbox (tenant_id, seq, operation, application, link_type, object_id, row_version, person_id, params, also, created_at)
  SELECT $3, seq, operation, application, "linkType", "objectId", "rowVersion", $4, params, also, $5
  FROM jsonb_to_recordset($2::jsonb) AS e(seq bigint, operation text, application text, "linkType" text, "objectId" uuid,
    "rowVersion" integer, params jsonb, also jsonb)`,
};

/** True for changes of pay, and for notes, documents and deliveries of compensation. */
const isOfPay = ({ objectType, application }: Change): boolean =>
  findRecordType(objectType)?.isPay === true ||
  (application === 'comp' && ['note', 'document', 'delivery'].includes(objectType));

function eventsOf(changes: readonly Change[], before: number, module: TenantContext['module']) {
  const counts = new Map<string, number>();
  const kindOf = (change: Change) =>
    change.linkType ?? change.objectType.charAt(0).toUpperCase() + change.objectType.slice(1);
  for (const change of changes) counts.set(kindOf(change), (counts.get(kindOf(change)) ?? 0) + 1);
  const notified = new Set<string>();
  const alsoOf = (change: Change) => change.alsoNotifies ?? [];
  /** Returns the other records to reload, for all changes that one event stands for. */
  const alsoOfKind = (linkType: string) => changes.filter((change) => kindOf(change) === linkType).flatMap(alsoOf);
  return changes.flatMap((change, index) => {
    const linkType = kindOf(change);
    // Events must not reveal whose pay changed.
    const many = (counts.get(linkType) ?? 0) > mostEventsOfAKind || isOfPay(change);
    if (many && notified.has(linkType)) return [];
    notified.add(linkType);
    return [
      {
        seq: before + index + 1,
        operation: change.operation,
        application: change.application ?? eventModule(change.objectType, module),
        linkType,
        objectId: many ? noRecord : change.objectId,
        rowVersion: many ? null : (change.rowVersion ?? null),
        params: change.params ?? [],
        also: many ? alsoOfKind(linkType) : alsoOf(change),
      },
    ];
  });
}
