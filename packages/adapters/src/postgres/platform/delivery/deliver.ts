import { readersLink } from '@carrara/contract/core/events';
import type { DeliveredKind, DeliveryEvent } from '@carrara/domain/platform/delivery';
import { v7 as newId } from 'uuid';
import type { Change } from '../../engine/journal/change.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { notify } from '../inbox/notifications.ts';
import { hasModule } from '../user/hasModule.ts';

/** A file in the file store. */
export interface DeliveredFile {
  readonly participantId: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** As hexadecimal digits. */
  readonly sha256: string;
  readonly storageKey: string;
}

/** A version of a document that is released to the people it is about. */
export interface Release {
  readonly kind: DeliveredKind;
  /** The document's object, such as a distribution or a statement. */
  readonly objectId: string;
  readonly name: string;
  /** Text that recipients have to acknowledge. Null if none. */
  readonly wording: string | null;
  /** The texts of letters. Null for other documents. */
  readonly letterTemplate: Readonly<Record<string, string>> | null;
  readonly files: readonly DeliveredFile[];
  /**
   * Another document that this one replaces: the distribution that a reversal reverses, or the statement that it
   * corrects. Earlier versions of the same document are always replaced.
   */
  readonly insteadOf?: string | undefined;
  /** Names the parts that it changes of the document that it replaces. Stored in the evidence of that one, which only its readers see. */
  readonly correction?: string | undefined;
}

export interface ReleasedDocument {
  readonly id: string;
  readonly version: number;
}

/**
 * Delivers a document: stores each recipient's file with the evidence of its release, and replaces earlier versions.
 * Call it in the transaction of the release. Its statements are prepared, because a batch releases thousands of documents one by one.
 */
export async function deliver(tx: Transaction, release: Release, address = ''): Promise<ReleasedDocument> {
  const { kind, objectId, name, wording, letterTemplate, files, insteadOf, correction = null } = release;
  const before = [objectId, ...(insteadOf ? [insteadOf] : [])];
  await tx.prepared(`SELECT pg_advisory_xact_lock(hashtextextended('delivery ' || $1::text || $2::text, 0))`, [
    tx.tenantId,
    objectId,
  ]);
  const id = newId();
  const [created] = await tx.prepared<{ version: number }>(
    `INSERT INTO delivery_release (tenant_id, id, kind, object_id, name, version, wording, letter_template, created_at, created_by, updated_at, updated_by)
     SELECT $1, $2, $3, $4, left($5, 400), 1 + coalesce(max(r.version), 0), $6, $10, $7, $8, $7, $8
     FROM delivery_release r WHERE r.tenant_id = $1 AND r.kind = $3 AND r.object_id = ANY ($9::uuid[]) RETURNING version`,
    [
      tx.tenantId,
      id,
      kind,
      objectId,
      name,
      wording,
      tx.now,
      tx.personId,
      isCorrection(kind) ? before : [objectId],
      letterTemplate && JSON.stringify(letterTemplate),
    ],
  );
  const version = created?.version ?? 1;
  const rows = files.map((file) => ({
    id: newId(),
    participant_id: file.participantId,
    file_name: file.fileName.slice(0, 400),
    mime_type: file.mimeType,
    size_bytes: file.sizeBytes,
    sha256: `\\x${file.sha256}`,
    storage_key: file.storageKey,
  }));
  await tx.prepared(
    `INSERT INTO delivery (tenant_id, id, delivery_release_id, kind, participant_id, file_name, mime_type, size_bytes, sha256, storage_key, created_at)
     SELECT $1, f.id, $2, $3, f.participant_id, f.file_name, f.mime_type, f.size_bytes, f.sha256, f.storage_key, $4
     FROM jsonb_populate_recordset(NULL::delivery, $5::jsonb) f`,
    [tx.tenantId, id, kind, tx.now, JSON.stringify(rows)],
  );
  await noteEvents(tx, 'RELEASED', 'd.delivery_release_id = $2::uuid', id, address, wording);
  const readers = await readersOf(tx, id);
  await notifyReaders(tx, readers, 'A document has been released to you in the portal.', id);
  const after = { kind, objectId, version, wording, recipients: files.length };
  recordDelivery(tx, readers, { operation: 'releaseDelivery', id, name, kind, before: null, after, rowVersion: 1 });
  await supersede(tx, { by: id, objects: before, kind, correction }, address);
  return { id, version };
}

/** Returns the texts of the letters that were released last for a distribution; undefined if none were. */
export async function releasedLetterTemplate(
  tx: Transaction,
  objectId: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  const [last] = await tx.query<{ template: Record<string, string> }>(
    `SELECT letter_template AS template FROM delivery_release
     WHERE tenant_id = $1 AND kind = 'LETTER' AND object_id = $2 ORDER BY version DESC LIMIT 1`,
    [tx.tenantId, objectId],
  );
  return last?.template;
}

/**
 * True if a replacing document is the next version of the replaced one, such as a corrected statement. A reversal is a
 * separate document.
 */
const isCorrection = (kind: DeliveredKind) => kind === 'STATEMENT';

/**
 * Withdraws a released document: portal readers see that and why, and can't open it anymore. The reason is stored in
 * the evidence, which only people with access to the document can see. Call it in the transaction of the withdrawal.
 */
export async function withdrawDelivery(
  tx: Transaction,
  { kind, objectId, reason }: Pick<Release, 'kind' | 'objectId'> & { readonly reason: string | null },
  address: string,
): Promise<void> {
  const withdrawn = await tx.query<{ id: string; name: string; rowVersion: number }>(
    `UPDATE delivery_release SET withdrawn_at = $4, row_version = row_version + 1, updated_at = $4, updated_by = $5
     WHERE tenant_id = $1 AND kind = $2 AND object_id = $3 AND superseded_by IS NULL AND withdrawn_at IS NULL
     RETURNING id, name, row_version AS "rowVersion"`,
    [tx.tenantId, kind, objectId, tx.now, tx.personId],
  );
  for (const { id, name, rowVersion } of withdrawn) {
    await noteEvents(tx, 'WITHDRAWN', 'd.delivery_release_id = $2::uuid', id, address, reason);
    const readers = await readersOf(tx, id);
    await notifyReaders(tx, readers, 'A document that was released to you has been withdrawn.', null);
    const values = { before: { withdrawnAt: null }, after: { withdrawnAt: tx.now }, rowVersion };
    recordDelivery(tx, readers, { operation: 'withdrawDelivery', id, name, kind, ...values });
  }
}

/**
 * Returns the portal readers of a release: the people it is about, directly or through their own trusts. Others aren't
 * notified, because they couldn't open anything.
 */
async function readersOf(tx: Transaction, release: string): Promise<readonly string[]> {
  const people = await tx.prepared<{ person: string | null }>(
    `SELECT DISTINCT ${portalUserSql('d')} AS person FROM delivery d WHERE d.tenant_id = $1 AND d.delivery_release_id = $2`,
    [tx.tenantId, release],
  );
  return people.flatMap(({ person }) => person ?? []);
}

/**
 * Returns the application of the change. Carry users are notified of letters. Only people with pay access are notified of
 * compensation statements, without the id.
 */
const deliveryLabel = (kind: DeliveredKind): Pick<Change, 'application'> =>
  kind === 'STATEMENT' ? { application: 'comp' } : {};

/** Returns the live events that update the open portal of each reader, and nobody else's. */
const notifiedReaders = (readers: readonly string[]): NonNullable<Change['alsoNotifies']> =>
  readers.map((objectId) => ({ linkType: readersLink, objectId }));
export const listNotifiedReaders = async (
  tx: Transaction,
  release: string,
): Promise<NonNullable<Change['alsoNotifies']>> => notifiedReaders(await readersOf(tx, release));

interface DeliveryChange extends Pick<Change, 'operation' | 'before' | 'after' | 'rowVersion'> {
  readonly id: string;
  readonly name: string;
  readonly kind: DeliveredKind;
}
/** Records a change of a release in the audit log. */
const recordDelivery = (tx: Transaction, readers: readonly string[], { id, name, kind, ...change }: DeliveryChange) =>
  tx.record({
    ...change,
    objectType: 'delivery',
    objectId: id,
    objectName: name,
    ...deliveryLabel(kind),
    alsoNotifies: notifiedReaders(readers),
  });

/** Notifies the readers. Only the portal reveals the subject. The mail counts as evidence of the given release. */
async function notifyReaders(
  tx: Transaction,
  readers: readonly string[],
  subject: string,
  evidenceOf: string | null,
): Promise<void> {
  const notice = {
    kind: 'document',
    subject,
    link: '/participant-portal/document',
    deliveryReleaseId: evidenceOf,
  } as const;
  await Promise.all(readers.map((person) => notify(tx, { ...notice, person })));
}

/** Marks the releases that this one replaces. Both stay readable. */
async function supersede(
  tx: Transaction,
  {
    by,
    objects,
    kind,
    correction,
  }: {
    readonly by: string;
    readonly objects: readonly string[];
    readonly kind: DeliveredKind;
    readonly correction: string | null;
  },
  address: string,
): Promise<void> {
  const withdrawn = await tx.prepared<{ id: string; name: string; rowVersion: number }>(
    `UPDATE delivery_release SET superseded_by = $2, row_version = row_version + 1, updated_at = $5, updated_by = $6
     WHERE tenant_id = $1 AND kind = $3 AND object_id = ANY ($4::uuid[]) AND id <> $2 AND superseded_by IS NULL AND withdrawn_at IS NULL
     RETURNING id, name, row_version AS "rowVersion"`,
    [tx.tenantId, by, kind, objects, tx.now, tx.personId],
  );
  for (const { id, name, rowVersion } of withdrawn) {
    await noteEvents(tx, 'SUPERSEDED', 'd.delivery_release_id = $2::uuid', id, address, correction);
    const values = { before: { supersededBy: null }, after: { supersededBy: by }, rowVersion };
    recordDelivery(tx, await readersOf(tx, id), { operation: 'supersedeDelivery', id, name, kind, ...values });
  }
}

/** Records the same event for several deliveries. Returns their number. */
async function noteEvents(
  tx: Transaction,
  kind: DeliveryEvent,
  where: string,
  recordId: string,
  address: string,
  detail: string | null = null,
): Promise<number> {
  const found = await tx.prepared<{ id: string }>(
    `SELECT d.id FROM delivery d WHERE d.tenant_id = $1 AND ${where} ORDER BY d.id`,
    [tx.tenantId, recordId],
  );
  const ids = found.map(({ id }) => id);
  // Events at the same moment are ordered by their ids.
  await tx.prepared(
    `INSERT INTO delivery_event (tenant_id, id, delivery_id, kind, person_id, version, sha256, address, created_at, detail)
     SELECT $1, n.id, d.id, $4, $5, r.version, encode(d.sha256, 'hex'), left($6, 200), $7, left($8, 4000)
     FROM unnest($2::uuid[], $3::uuid[]) n(id, delivery_id)
     JOIN delivery d ON d.tenant_id = $1 AND d.id = n.delivery_id
     JOIN delivery_release r ON r.tenant_id = d.tenant_id AND r.id = d.delivery_release_id`,
    [tx.tenantId, ids.map(() => newId()), ids, kind, tx.personId, address, tx.now, detail],
  );
  return ids.length;
}

/** Records a reminder for all recipients with a portal who haven't acknowledged. Returns their number. */
export const remindRecipients = (tx: Transaction, releaseId: string, address: string): Promise<number> =>
  noteEvents(
    tx,
    'REMINDED',
    `d.delivery_release_id = $2::uuid AND ${portalUserSql('d')} IS NOT NULL
      AND NOT EXISTS (SELECT FROM delivery_event e WHERE e.tenant_id = d.tenant_id AND e.delivery_id = d.id AND e.kind = 'ACKNOWLEDGED')`,
    releaseId,
    address,
  );

export interface NotedEvent {
  readonly deliveryId: string;
  readonly kind: DeliveryEvent;
  readonly detail?: string | null;
  readonly typedName?: string | null;
  readonly isSteppedUp?: boolean;
  readonly address: string;
}

/** Takes a lock, so that of concurrent acknowledgments of a delivery only one is recorded. */
export async function lockAcknowledgment(tx: Transaction, deliveryId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('acknowledgment ' || $1::text || $2::text, 0))`, [
    tx.tenantId,
    deliveryId,
  ]);
}

/** Adds an event to the evidence of a delivery, with the version and the hash of its file. */
export async function recordDeliveryEvent(tx: Transaction, event: NotedEvent): Promise<void> {
  const { deliveryId, kind, detail = null, typedName = null, isSteppedUp = false, address } = event;
  await tx.query(
    `INSERT INTO delivery_event (tenant_id, id, delivery_id, kind, person_id, version, sha256, detail, typed_name, is_stepped_up, address, created_at)
     SELECT $1, $2, d.id, $4, $5, r.version, encode(d.sha256, 'hex'), $6, $7, $8, left($9, 200), $10
     FROM delivery d JOIN delivery_release r ON r.tenant_id = d.tenant_id AND r.id = d.delivery_release_id WHERE d.tenant_id = $1 AND d.id = $3`,
    [tx.tenantId, newId(), deliveryId, kind, tx.personId, detail, typedName, isSteppedUp, address, tx.now],
  );
}

/** Returns SQL that is true if the firm's portal displays the delivery (`portalShows`). */
const isVisible = (delivery: string): string =>
  `(${delivery}.kind <> 'STATEMENT' OR (SELECT x.settings ->> 'portalPay' FROM tenant x WHERE x.id = ${delivery}.tenant_id) IS DISTINCT FROM 'False')`;

/**
 * Returns SQL for the active member who reads a delivery in the portal: the user of its employee, or of its trust's
 * employee.
 */
export const portalUserSql = (delivery: string): string =>
  `(SELECT m.person_id FROM employee e JOIN membership m ON m.tenant_id = e.tenant_id AND m.person_id = e.person_id AND NOT m.is_inactive
    WHERE e.tenant_id = ${delivery}.tenant_id AND ${hasModule('m', 'participant-portal')} AND ${isVisible(delivery)}
      AND e.id = coalesce((SELECT t.employee_id FROM trust t WHERE t.tenant_id = ${delivery}.tenant_id AND t.id = ${delivery}.participant_id), ${delivery}.participant_id))`;
