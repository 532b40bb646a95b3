import type { RowOf } from '@carrara/contract/core/endpoint';
import type { ownDeliveryEndpoints } from '@carrara/contract/platform/delivery/ownDelivery';
import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { type DeliveredLocation, kindText, versionName, deliveredAt } from './deliveryLists.ts';

const own = 'b.participant_id IN (SELECT o.participant_id FROM own_participants() o)';
const noted = (kind: Parameters<typeof deliveredAt>[0]) => `${deliveredAt(kind)} IS NOT NULL`;

/**
 * List of documents released to the person of the transaction and their own trusts. The database derives them from the
 * person alone.
 */
export const ownDeliveryList = defineListQuery<RowOf<(typeof ownDeliveryEndpoints)['listPortalDocuments']>>({
  base: {
    table: 'delivery',
    where: own,
    joins: {
      r: 'JOIN delivery_release r ON r.tenant_id = b.tenant_id AND r.id = b.delivery_release_id',
      p: 'JOIN participant p ON p.tenant_id = b.tenant_id AND p.id = b.participant_id',
    },
  },
  columns: {
    name: column('text', 'r.name', ['r']),
    kind: column('text', kindText('b.kind')),
    version: column('count', 'r.version', ['r']),
    holderName: column('text', 'p.name', ['p']),
    createdDate: column('instant', 'r.created_at', ['r']),
    state: column(
      'text',
      `CASE WHEN r.withdrawn_at IS NOT NULL THEN 'Withdrawn' WHEN r.superseded_by IS NOT NULL THEN 'Superseded' WHEN ${noted('ACKNOWLEDGED')} THEN 'Acknowledged'
        WHEN ${noted('OPENED')} OR ${noted('DOWNLOADED')} THEN 'Opened' ELSE 'New' END`,
      ['r'],
    ),
    isReversed: {
      value: `EXISTS (SELECT FROM distribution v WHERE v.tenant_id = b.tenant_id AND v.reverses_id = r.object_id AND v.status = 'DISB')`,
      joins: ['r'],
    },
    isReversal: {
      value: `EXISTS (SELECT FROM distribution v WHERE v.tenant_id = b.tenant_id AND v.id = r.object_id AND v.reverses_id IS NOT NULL)`,
      joins: ['r'],
    },
    isReminded: {
      value: `coalesce(${deliveredAt('REMINDED')} IS NOT NULL AND NOT ${noted('ACKNOWLEDGED')} AND r.superseded_by IS NULL AND r.withdrawn_at IS NULL, false)`,
      joins: ['r'],
    },
    withdrawnDate: { value: 'r.withdrawn_at', joins: ['r'] },
    withdrawnReason: {
      value: `(SELECT max(e.detail) FROM delivery_event e WHERE e.tenant_id = b.tenant_id AND e.delivery_id = b.id AND e.kind = 'WITHDRAWN')`,
    },
    supersedes: {
      value: `(SELECT jsonb_build_object('id', o.id, 'name', ${versionName('er')})
        FROM delivery_release er JOIN delivery o ON o.tenant_id = er.tenant_id AND o.delivery_release_id = er.id
        WHERE er.tenant_id = b.tenant_id AND er.superseded_by = r.id AND o.participant_id = b.participant_id ORDER BY er.version DESC LIMIT 1)`,
      joins: ['r'],
    },
    correction: {
      value: `(SELECT max(e.detail) FROM delivery_release er JOIN delivery o ON o.tenant_id = er.tenant_id AND o.delivery_release_id = er.id
        JOIN delivery_event e ON e.tenant_id = o.tenant_id AND e.delivery_id = o.id AND e.kind = 'SUPERSEDED'
        WHERE er.tenant_id = b.tenant_id AND er.superseded_by = r.id AND o.participant_id = b.participant_id)`,
      joins: ['r'],
    },
    supersededBy: {
      value: `(SELECT jsonb_build_object('id', n.id, 'name', ${versionName('nr')})
        FROM delivery n JOIN delivery_release nr ON nr.tenant_id = n.tenant_id AND nr.id = n.delivery_release_id
        WHERE n.tenant_id = b.tenant_id AND n.delivery_release_id = r.superseded_by AND n.participant_id = b.participant_id)`,
      joins: ['r'],
    },
    successorWithdrawnDate: {
      value: `(SELECT nr.withdrawn_at FROM delivery_release nr WHERE nr.tenant_id = b.tenant_id AND nr.id = r.superseded_by)`,
      joins: ['r'],
    },
    openedDate: { value: deliveredAt('OPENED', 'min') },
    hasOpened: {
      value: `EXISTS (SELECT FROM delivery_event e WHERE e.tenant_id = b.tenant_id AND e.delivery_id = b.id
        AND e.kind IN ('OPENED', 'DOWNLOADED') AND e.person_id = current_person())`,
    },
    acknowledgedDate: { value: deliveredAt('ACKNOWLEDGED') },
    typedName: {
      value: `(SELECT max(e.typed_name) FROM delivery_event e WHERE e.tenant_id = b.tenant_id AND e.delivery_id = b.id AND e.kind = 'ACKNOWLEDGED')`,
    },
    wording: { value: 'r.wording', joins: ['r'] },
    fileName: { value: 'b.file_name' },
    sizeBytes: { value: 'b.size_bytes::int' },
    sha256: { value: `encode(b.sha256, 'hex')` },
  },
  search: { text: `lower(r.name || E'\\n' || p.name)`, joins: ['r', 'p'] },
  filters: {
    id: condition('b.id = ?::uuid'),
    kind: condition(`(?::text = 'all' OR b.kind = ?::text)`),
    /** Excludes pay statements. */
    isWithoutPay: condition(`(NOT ?::boolean OR b.kind <> 'STATEMENT')`),
  },
  defaultSort: { field: 'createdDate', ascending: false },
});

/** Returns the location of a file released to the person. */
export async function ownDeliveredLocation(tx: Transaction, id: string): Promise<DeliveredLocation | undefined> {
  const [found] = await tx.query<DeliveredLocation>(
    `SELECT b.id, p.name AS participant, p.code, b.file_name AS "fileName", b.mime_type AS "mimeType", b.storage_key AS "storageKey", encode(b.sha256, 'hex') AS sha256
     FROM delivery b JOIN participant p ON p.tenant_id = b.tenant_id AND p.id = b.participant_id
     WHERE b.tenant_id = $1 AND b.id = $2 AND ${own}`,
    [tx.tenantId, id],
  );
  return found;
}
