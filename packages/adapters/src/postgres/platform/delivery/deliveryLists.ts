import { codeText, sentence } from '../../engine/texts/text.ts';
import type { RowOf } from '@carrara/contract/core/endpoint';
import type { deliveryEndpoints } from '@carrara/contract/platform/delivery/delivery';
import { deliveredKinds, deliveryEvents, nameOfVersion } from '@carrara/domain/platform/delivery';
import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { fullName, personName } from '../../engine/texts/personName.ts';
import { portalUserSql } from './deliver.ts';

type Endpoints = typeof deliveryEndpoints;

/** Returns SQL for the name of a kind of document. */
export const kindText = (at: string): string => codeText(at, deliveredKinds);
/** Returns SQL for the name of a version of a release. */
export const versionName = (release: string): string =>
  sentence(nameOfVersion, `${release}.name`, `${release}.version`);
const eventText = codeText('b.kind', deliveryEvents);

/** Returns SQL for the number of a release's recipients that fulfill a condition. */
const count = (where: string) =>
  `(SELECT count(*)::int FROM delivery d WHERE d.tenant_id = b.tenant_id AND d.delivery_release_id = b.id AND ${where})`;
const has = (kind: keyof typeof deliveryEvents) =>
  `EXISTS (SELECT FROM delivery_event e WHERE e.tenant_id = d.tenant_id AND e.delivery_id = d.id AND e.kind = '${kind}')`;

/** List of releases, latest first. */
export const deliveryList = defineListQuery<RowOf<Endpoints['listDeliveries']>>({
  base: { table: 'delivery_release' },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    objectId: { value: 'b.object_id' },
    name: column('text', 'b.name'),
    kind: column('text', kindText('b.kind')),
    version: column('count', 'b.version'),
    state: column(
      'text',
      `CASE WHEN b.withdrawn_at IS NOT NULL THEN 'Withdrawn' WHEN b.superseded_by IS NOT NULL THEN 'Superseded' ELSE 'Released' END`,
    ),
    supersededBy: {
      value: `(SELECT jsonb_build_object('id', s.id, 'name', ${versionName('s')}) FROM delivery_release s
        WHERE s.tenant_id = b.tenant_id AND s.id = b.superseded_by)`,
    },
    createdDate: column('instant', 'b.created_at'),
    releasedBy: column('text', personName('b.created_by')),
    wording: { value: 'b.wording' },
    recipients: column('count', count('true')),
    inPortal: column('count', count(`${portalUserSql('d')} IS NOT NULL`)),
    opened: column('count', count(`(${has('OPENED')} OR ${has('DOWNLOADED')})`)),
    acknowledged: column('count', count(has('ACKNOWLEDGED'))),
  },
  search: { text: 'lower(b.name)' },
  filters: {
    id: condition('b.id = ?::uuid'),
    kind: condition('b.kind = ?'),
    objectId: condition('b.object_id = ?::uuid'),
  },
  defaultSort: { field: 'createdDate', ascending: false },
});

/** Returns SQL for the time of a delivery's last event of a kind, or its first one for opening. */
const when = (kind: keyof typeof deliveryEvents, pick: 'min' | 'max' = 'max') =>
  `(SELECT ${pick}(e.created_at) FROM delivery_event e WHERE e.tenant_id = b.tenant_id AND e.delivery_id = b.id AND e.kind = '${kind}')`;
const noted = (kind: keyof typeof deliveryEvents) => `${when(kind)} IS NOT NULL`;
const user = portalUserSql('b');
/** SQL for the state of a delivery. */
const stateOfDelivery = `CASE WHEN ${noted('ACKNOWLEDGED')} THEN 'Acknowledged' WHEN ${noted('OPENED')} OR ${noted('DOWNLOADED')} THEN 'Opened'
  WHEN ${user} IS NULL THEN 'No portal' ELSE 'Released' END`;
export const deliveredAt = when;

/** List of the recipients of a release with the events of each. */
export const recipientList = defineListQuery<RowOf<Endpoints['listDeliveryRecipients']>>({
  base: {
    table: 'delivery',
    joins: { p: 'JOIN participant p ON p.tenant_id = b.tenant_id AND p.id = b.participant_id' },
  },
  columns: {
    participant: column('text', 'p.name', ['p']),
    participantId: { value: 'b.participant_id' },
    portalUser: column('text', `(SELECT ${fullName('u')} FROM person u WHERE u.id = ${user})`),
    state: column('text', stateOfDelivery),
    fileName: { value: 'b.file_name' },
    sizeBytes: { value: 'b.size_bytes::int' },
    sha256: { value: `encode(b.sha256, 'hex')` },
    mailedDate: column('instant', when('MAILED')),
    openedDate: column('instant', when('OPENED', 'min')),
    downloadedDate: column('instant', when('DOWNLOADED', 'min')),
    acknowledgedDate: column('instant', when('ACKNOWLEDGED')),
    typedName: {
      value: `(SELECT max(e.typed_name) FROM delivery_event e WHERE e.tenant_id = b.tenant_id AND e.delivery_id = b.id AND e.kind = 'ACKNOWLEDGED')`,
    },
    remindedDate: column('instant', when('REMINDED')),
  },
  search: { text: 'lower(p.name)', joins: ['p'] },
  filters: {
    releaseId: condition('b.delivery_release_id = ?::uuid'),
    portal: condition(`CASE ?::text WHEN 'yes' THEN ${user} IS NOT NULL WHEN 'no' THEN ${user} IS NULL ELSE true END`),
  },
  defaultSort: { field: 'participant', ascending: true },
});

/** Definition of a list of evidence, for lists that extend it. */
export const evidenceRead: Parameters<typeof defineListQuery<RowOf<Endpoints['listDeliveryEvents']>>>[0] = {
  base: {
    table: 'delivery_event',
    joins: {
      d: 'JOIN delivery d ON d.tenant_id = b.tenant_id AND d.id = b.delivery_id',
      p: 'JOIN participant p ON p.tenant_id = b.tenant_id AND p.id = d.participant_id',
    },
  },
  columns: {
    createdDate: column('instant', 'b.created_at'),
    participant: column('text', 'p.name', ['d', 'p']),
    kind: column('text', eventText),
    by: column('text', personName('b.person_id')),
    version: column('count', 'b.version'),
    sha256: { value: 'b.sha256' },
    detail: { value: 'b.detail' },
    typedName: column('text', 'b.typed_name'),
    isSteppedUp: column('boolean', 'b.is_stepped_up'),
    address: { value: 'b.address' },
  },
  search: { text: `lower(p.name || E'\\n' || ${eventText})`, joins: ['d', 'p'] },
  filters: { releaseId: condition('d.delivery_release_id = ?::uuid', ['d']) },
  defaultSort: { field: 'createdDate', ascending: true },
  // A mail may be accepted in the millisecond of its release, and clocks of processes and of the database differ.
  order: { before: [], after: [`(b.kind <> 'RELEASED')`] },
};
/** List of the evidence of a release in chronological order. */
export const evidenceList = defineListQuery(evidenceRead);
/** Location of a released file. */
export interface DeliveredLocation {
  readonly id: string;
  readonly participant: string;
  readonly code: string | null;
  readonly fileName: string;
  readonly mimeType: string;
  readonly storageKey: string;
  readonly sha256: string;
}

/** Returns the files of a release: all, those of recipients without a portal, or one. */
export const deliveryLocations = (
  tx: Transaction,
  releaseId: string,
  scope: { readonly portal: 'all' | 'no'; readonly deliveryId?: string },
): Promise<DeliveredLocation[]> =>
  tx.query(
    `SELECT b.id, p.name AS participant, p.code, b.file_name AS "fileName", b.mime_type AS "mimeType", b.storage_key AS "storageKey", encode(b.sha256, 'hex') AS sha256
     FROM delivery b JOIN participant p ON p.tenant_id = b.tenant_id AND p.id = b.participant_id
     WHERE b.tenant_id = $1 AND b.delivery_release_id = $2 AND ($3 = 'all' OR ${user} IS NULL) AND ($4::uuid IS NULL OR b.id = $4::uuid)
     ORDER BY lower(p.name), b.id`,
    [tx.tenantId, releaseId, scope.portal, scope.deliveryId ?? null],
  );
