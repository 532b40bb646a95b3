import {
  digestOf,
  documentCategories,
  documentList,
  documentStore,
  keepDigest,
} from '@carrara/adapters/postgres/platform/document';
import { type Document, type documentEndpoints, releasedTypes } from '@carrara/contract/platform/document';
import type { AnnotatedType } from '@carrara/contract/platform/note';
import type { Application } from '@carrara/contract/core/permissions';
import { emptyId } from '@carrara/contract/core/kinds';
import { nounOf } from '@carrara/contract/core/recordType';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { inHalves, type Operations, type RequestContext } from '../../operations.ts';
import { listOperation, type PageQuery } from '../../recordOperations.ts';
import { documentFile, documentName } from './documentFile.ts';
import { claimRoom, removeStored, type Storage, type StoredFiles, storeFiles } from './keepFile.ts';
import { allReadable, isOfPay, mayWrite, moduleOfRecord, notWritten, placeOf, readableIn } from './note.ts';
import { givesStored } from './storedFile.ts';

export interface DocumentPorts {
  readonly storage: Storage;
}

interface NewDocument {
  readonly objectId: string;
  readonly objectType: AnnotatedType;
  readonly categoryId?: string | null | undefined;
  readonly application?: Application | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

const missing = (id: string) => err([fail('NOT_FOUND', ['id'], `There is no document ${id}.`)]);

async function read(context: RequestContext, id: string): Promise<Result<Document, Failures>> {
  const found = await documentList.page(context.tx, { pageSize: 1, filters: { id, ...allReadable(context) } });
  if (found.isErr()) return err([found.error]);
  const [document] = found.value.pageData;
  return document ? ok(document) : missing(id);
}

/** Checks the record of a new document, and that the category is allowed for it. */
async function checkPlace(context: RequestContext, wanted: NewDocument): Promise<Failures> {
  const { tx } = context;
  const { objectId, objectType, categoryId, application } = wanted;
  if ((await placeOf(context, objectId, application)) !== objectType) {
    return [fail('NOT_FOUND', ['objectId'], `There is no ${nounOf(objectType)} ${objectId}.`)];
  }
  if (!mayWrite(context, objectType, application ?? '')) return [fail('FORBIDDEN', [], notWritten)];
  if (!categoryId || categoryId === emptyId) return [];
  const categories = await documentCategories(tx, objectType);
  return categories.some(({ id }) => id === categoryId)
    ? []
    : [fail('NOT_FOUND', ['categoryId'], `There is no document category ${categoryId}.`)];
}

/** Returns the location for an uploaded document. */
const placeNamed = (
  { relatedObject }: { readonly relatedObject: string },
  { objectType, categoryId, application }: Omit<NewDocument, 'objectId' | 'values'>,
): NewDocument => ({ objectId: relatedObject, objectType, categoryId, application, values: {} });

async function add(
  context: RequestContext,
  operation: string,
  wanted: NewDocument,
): Promise<Result<Document, Failures>> {
  const { objectId, objectType, categoryId, values } = wanted;
  const application = wanted.application ?? moduleOfRecord(context, objectType);
  const stored = await documentStore.insert(
    context.tx,
    { operation, containerId: objectId, application },
    { ...values, objectId, objectType, application, category: categoryId ? { id: categoryId } : null },
  );
  return stored.isErr() ? err([stored.error]) : read(context, stored.value.id);
}

export function documentOperations({ storage }: DocumentPorts): Operations<typeof documentEndpoints> {
  return {
    getDocument: (context, { params }) => read(context, params.id),
    listDocuments: listOperation(
      documentList,
      (
        { application }: PageQuery & { readonly application?: Application | undefined },
        context,
        { params }: { readonly params: { readonly id: string } },
      ) => ({ objectId: params.id, ...readableIn(context, application), isOfPay: application === 'comp' }),
    ),
    async listDocumentMetadata(context, { params, query }) {
      const type = await placeOf(context, params.id, query.application);
      if (!type) return err([fail('NOT_FOUND', ['id'], `There is no record ${params.id}.`)]);
      return ok(await documentCategories(context.tx, type));
    },
    uploadDocument: inHalves<typeof documentEndpoints.uploadDocument, StoredFiles>({
      async prepare(ask, { params, query, file }) {
        const refused = await ask(async (context) => {
          const failures = await checkPlace(context, placeNamed(params, query));
          return failures.length > 0 ? err(failures) : ok(undefined);
        });
        return refused.isErr() ? err(refused.error) : storeFiles(ask, storage, [file]);
      },
      async run(context, { params, query, file }, stored) {
        const place = placeNamed(params, query);
        const failures = await checkPlace(context, place);
        if (failures.length > 0) return err(failures);
        const room = await claimRoom(context.tx, storage, stored);
        if (room.isErr()) return err(room.error);
        const name = documentName(query.name, file.name);
        const values = { name, ...documentFile(file.name), sizeBytes: file.sizeBytes, storageKey: stored.keys[0] };
        const added = await add(context, 'uploadDocument', { ...place, values });
        if (added.isOk()) await keepDigest(context.tx, added.value.id, file.sha256);
        return added;
      },
      unused: (stored) => removeStored(storage, stored),
    }),
    async saveExternalDocument(context, { body }) {
      const { objectId, objectType, categoryId, application, name, url } = body;
      const wanted = { objectId, objectType, categoryId, application, values: { name, url, fileType: 'other' } };
      const failures = await checkPlace(context, wanted);
      return failures.length > 0 ? err(failures) : add(context, 'saveExternalDocument', wanted);
    },
    async releaseDocument(context, { body }) {
      const { id, rowVersion, isReleased } = body;
      const found = await read(context, id);
      if (found.isErr()) return err(found.error);
      const { objectType, containerId, application } = found.value;
      if (!releasedTypes.some((type) => type === objectType))
        return err([
          fail(
            'CONDITION_NOT_MET',
            ['id'],
            'Only documents of an investor, a fund or a coinvestment can be released to investors.',
          ),
        ]);
      const act = { operation: isReleased ? 'releaseDocument' : 'keepBackDocument', containerId, application };
      const stored = await documentStore.update(context.tx, act, id, rowVersion, { isReleased });
      return stored.isErr() ? err([stored.error]) : read(context, id);
    },
    downloadDocument: givesStored<typeof documentEndpoints.downloadDocument>(storage, async (context, { params }) => {
      const found = await read(context, params.id);
      if (found.isErr()) return err(found.error);
      const stored = await documentStore.load(context.tx, params.id);
      const storageKey = stored?.['storageKey'];
      if (typeof storageKey !== 'string') return missing(params.id);
      const type = String(stored?.['mimeType'] ?? 'application/octet-stream');
      const { name, objectType, application, containerId } = found.value;
      const logged = isOfPay(objectType, application)
        ? { isOfPay: true, employees: [containerId], loggedAs: 'Compensation document' }
        : {};
      const place = { storageKey, sha256: await digestOf(context.tx, params.id) };
      return ok({ place, file: { name, type, ...logged } });
    }),
    async deleteDocument(context, { params, query }) {
      const found = await read(context, params.id);
      if (found.isErr()) return err(found.error);
      const { containerId, objectType, application } = found.value;
      if (!mayWrite(context, objectType, application)) return err([fail('FORBIDDEN', [], notWritten)]);
      const act = { operation: 'deleteDocument', containerId, application };
      const removed = await documentStore.remove(context.tx, act, params.id, query.rowVersion);
      if (removed.isErr()) return err([removed.error]);
      const key = removed.value['storageKey'];
      // The bytes are deleted once the record is certainly gone. If that fails, an unused file remains.
      if (typeof key === 'string') context.tx.afterCommit(() => storage.files.remove(key));
      return ok({ id: params.id });
    },
  };
}
