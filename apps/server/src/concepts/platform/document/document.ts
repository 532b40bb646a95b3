import { fileKind } from '@carrara/contract/core/fileTypes';
import { safeFileName } from '@carrara/adapters/files/fileName';
import {
  documentCategories,
  documentFiles,
  documentList,
  storeDigest,
} from '@carrara/adapters/postgres/platform/document/documents';
import type { documentEndpoints } from '@carrara/contract/platform/document/document';
import type { Application } from '@carrara/contract/core/permissions';
import { err, noSuch, ok } from '@carrara/domain/kernel';
import { prepareThenRun, type Operations } from '../../../core/operations.ts';
import { listOperation, type PageQuery } from '../../../core/recordOperations.ts';
import { documentName } from './documentName.ts';
import { reserveSpace, removeStored, type Storage, type StoredFile, storeFile } from '../../../files/storeFiles.ts';
import { isPayRecord, recordLocation } from '../../../usecases/platform/annotatedRecord.ts';
import {
  addDocument,
  checkDocumentOwner,
  deleteDocument,
  type DocumentLocation,
  documentsOf,
  noSuchDocument,
  readDocument,
  readFiles,
  releaseDocument,
} from '../../../usecases/platform/document.ts';
import { returnsStored, storedZip } from '../../../files/storedFile.ts';

export interface DocumentPorts {
  readonly storage: Storage;
}

/** Returns the location for an uploaded document. */
const linkNamed = (
  { relatedObject }: { readonly relatedObject: string },
  { objectType, categoryId, application }: Omit<DocumentLocation, 'objectId'>,
): DocumentLocation => ({ objectId: relatedObject, objectType, categoryId, application });

export function documentOperations({ storage }: DocumentPorts): Operations<typeof documentEndpoints> {
  return {
    getDocument: (context, { params }) => readDocument(context, params.id),
    listDocuments: listOperation(
      documentList,
      (
        { application }: PageQuery & { readonly application?: Application | undefined },
        context,
        { params }: { readonly params: { readonly id: string } },
      ) => documentsOf(context, params.id, application),
    ),
    async listDocumentMetadata(context, { params, query }) {
      const type = await recordLocation(context, params.id, query.application);
      if (!type) return err([noSuch('record')]);
      return ok(await documentCategories(context.tx, type));
    },
    uploadDocument: prepareThenRun<typeof documentEndpoints.uploadDocument, StoredFile>({
      async prepare(read, { params, query, file }) {
        const refused = await read((context) => checkDocumentOwner(context, linkNamed(params, query)));
        return refused.isErr() ? err(refused.error) : storeFile(read, storage, file);
      },
      async run(context, { params, query, file }, stored) {
        const room = await reserveSpace(context.tx, storage, stored);
        if (room.isErr()) return err(room.error);
        const name = documentName(query.name, file.name);
        const { document: fileType, mediaType: mimeType } = fileKind(file.name);
        const values = { name, fileType, mimeType, sizeBytes: file.sizeBytes, storageKey: stored.key };
        const added = await addDocument(context, 'uploadDocument', linkNamed(params, query), values);
        if (added.isErr()) return err(added.error);
        await storeDigest(context.tx, added.value, file.sha256);
        return readDocument(context, added.value);
      },
      unused: (stored) => removeStored(storage, stored),
    }),
    async saveExternalDocument(context, { body: { name, url, ...location } }) {
      const added = await addDocument(context, 'saveExternalDocument', location, { name, url, fileType: 'other' });
      return added.isErr() ? err(added.error) : readDocument(context, added.value);
    },
    async releaseDocument(context, { body }) {
      const released = await releaseDocument(context, body);
      return released.isErr() ? err(released.error) : readDocument(context, released.value);
    },
    downloadDocument: returnsStored<typeof documentEndpoints.downloadDocument>(storage, async (context, { params }) => {
      const found = await readDocument(context, params.id);
      if (found.isErr()) return err(found.error);
      const [location] = await documentFiles(context.tx, [params.id]);
      if (!location) return noSuchDocument();
      const type = location.mimeType ?? 'application/octet-stream';
      const { name, objectType, application, containerId } = found.value;
      const logged = isPayRecord(objectType, application)
        ? { isOfPay: true, employees: [containerId], loggedAs: 'Compensation document' }
        : {};
      return ok({ location, file: { name, type, ...logged } });
    }),
    async downloadDocuments(context, { params, query: { application } }) {
      const found = await readFiles(context, params.id, application);
      if (found.isErr()) return err(found.error);
      const named = found.value.map((location) => ({ name: location.name, location }));
      const content = await storedZip(storage.files, named, context.today);
      if (content.isErr()) return err(content.error);
      const logged =
        application === 'comp' ? { isOfPay: true, employees: [params.id], loggedAs: 'Compensation documents' } : {};
      const name = safeFileName(`${found.value[0]?.recordName ?? ''} documents ${context.today}`, 'zip');
      return ok({ name, type: 'application/zip', content: content.value, ...logged });
    },
    async deleteDocument(context, { params, query: { rowVersion } }) {
      const deleted = await deleteDocument(storage.files, context, { id: params.id, rowVersion });
      return deleted.map((id) => ({ id }));
    },
  };
}
