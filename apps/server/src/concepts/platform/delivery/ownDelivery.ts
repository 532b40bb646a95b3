import { ownDeliveredLocation, ownDeliveryList } from '@carrara/adapters/postgres/platform/delivery/ownDeliveries';
import { createZip, type ZippedFile } from '@carrara/adapters/files/createZip';
import { safeFileName } from '@carrara/adapters/files/fileName';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { OwnDelivery, ownDeliveryEndpoints } from '@carrara/contract/platform/delivery/ownDelivery';
import { err, ok } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import {
  acknowledgeDelivery,
  type DocumentReadPorts,
  isLetter,
  recordDocumentRead,
  documentNotReleased,
  openableDelivery,
  openDelivery,
  portalFilters,
  readOwnDelivery,
} from '../../../usecases/platform/ownDelivery.ts';
import type { DeliveryPorts } from './delivery.ts';
import { returnsStored, storedFile } from '../../../files/storedFile.ts';

export interface OwnDeliveryPorts extends DeliveryPorts, DocumentReadPorts {}

/** Operations on documents released to the signed-in person, whom the database determines. */
export function ownDeliveryOperations(ports: OwnDeliveryPorts): Operations<typeof ownDeliveryEndpoints> {
  return {
    listPortalDocuments: listOperation(ownDeliveryList, ({ kind }, context) => ({ kind, ...portalFilters(context) })),
    getPortalDocument: (context, { params }) => readOwnDelivery(context, params.id),
    async openPortalDocument(context, { params }) {
      const opened = await openDelivery(ports, context, params.id);
      return opened.isErr() ? err(opened.error) : readOwnDelivery(context, opened.value);
    },
    downloadPortalDocument: returnsStored<typeof ownDeliveryEndpoints.downloadPortalDocument>(
      ports.storage,
      async (context, { params, query }) => {
        const { tx, client } = context;
        const found = await openableDelivery(context, params.id);
        if (found.isErr()) return err(found.error);
        const location = await ownDeliveredLocation(tx, params.id);
        if (!location) return documentNotReleased();
        const { fileName: name, mimeType: type } = location;
        const file = {
          name,
          type,
          inline: query.inline && type === 'application/pdf',
          ...(isLetter(found.value.kind) ? {} : { loggedAs: 'Own statement', requiresStrength: true }),
          evidence: (own: Transaction) =>
            recordDocumentRead(ports, own, found.value, { kind: 'DOWNLOADED', address: client.address }),
        };
        return ok({ location, file });
      },
    ),
    async downloadPortalDocuments(context, { query }) {
      const ids = [...new Set(query.ids.toLowerCase().split('.'))];
      const documents: OwnDelivery[] = [];
      const files: ZippedFile[] = [];
      for (const id of ids) {
        const found = await openableDelivery(context, id);
        if (found.isErr()) return err(found.error);
        const location = await ownDeliveredLocation(context.tx, id);
        if (!location) return documentNotReleased();
        const bytes = await storedFile(ports.storage.files, location);
        if (bytes.isErr()) return err(bytes.error);
        documents.push(found.value);
        files.push({ name: location.fileName.replace(/\.pdf$/i, ''), read: async () => bytes.value });
      }
      return ok({
        name: safeFileName(`Documents ${context.today}`, 'zip'),
        type: 'application/zip',
        content: createZip(files, 'pdf', context.today),
        ...(documents.every(({ kind }) => isLetter(kind))
          ? {}
          : { loggedAs: 'Own statements', requiresStrength: true }),
        evidence: async (own: Transaction) => {
          for (const document of documents)
            await recordDocumentRead(ports, own, document, { kind: 'DOWNLOADED', address: context.client.address });
        },
      });
    },
    async acknowledgePortalDocument(context, { params, body: { typedName } }) {
      const acknowledged = await acknowledgeDelivery(ports, context, { id: params.id, typedName });
      return acknowledged.isErr() ? err(acknowledged.error) : readOwnDelivery(context, acknowledged.value);
    },
  };
}
