import type { FileStore } from '@carrara/adapters/files/fileStore';
import {
  documentCategories,
  type DocumentFile,
  documentFiles,
  documentList,
  documentStore,
} from '@carrara/adapters/postgres/platform/document/documents';
import { emptyId } from '@carrara/contract/core/kinds';
import type { Application } from '@carrara/contract/core/permissions';
import { recordNoun } from '@carrara/contract/core/recordType';
import { type Document, mostZippedBytes, releasedTypes } from '@carrara/contract/platform/document/document';
import type { AnnotatedType } from '@carrara/contract/platform/note/note';
import { err, fail, noSuch, ok } from '@carrara/domain/kernel';
import { decideDocument, releaseFailures } from '@carrara/domain/platform/document';
import { writeFailures } from '@carrara/domain/platform/note';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';
import { allReadable, mayWrite, moduleOfRecord, readableInModule, recordLocation } from './annotatedRecord.ts';

/** The record that a new document is for. */
export interface DocumentLocation {
  readonly objectId: string;
  readonly objectType: AnnotatedType;
  readonly categoryId?: string | null | undefined;
  readonly application?: Application | undefined;
}

export const noSuchDocument = () => err([noSuch('document')]);

export async function readDocument(context: RequestContext, id: string): Outcome<Document> {
  const found = await documentList.page(context.tx, { pageSize: 1, filters: { id, ...allReadable(context) } });
  if (found.isErr()) return err([found.error]);
  const [document] = found.value.pageData;
  return document ? ok(document) : noSuchDocument();
}

/** Returns the filters for the documents of a record that the person may read in a module. */
export const documentsOf = (context: RequestContext, objectId: string, application: Application | undefined) => ({
  objectId,
  ...readableInModule(context, application),
  isOfPay: application === 'comp',
});

/** Returns the files of a record that the person may read in a module. Fails: NOT_FOUND, FILE_TOO_LARGE. */
export async function readFiles(
  context: RequestContext,
  objectId: string,
  application: Application | undefined,
): Outcome<readonly DocumentFile[]> {
  const batches = await documentList.rows(context.tx, { filters: documentsOf(context, objectId, application) });
  if (batches.isErr()) return err([batches.error]);
  const ids: string[] = [];
  for await (const rows of batches.value) ids.push(...rows.map(({ id }) => id));
  const files = await documentFiles(context.tx, ids);
  if (files.length === 0) return err([fail('NOT_FOUND', ['id'], 'This record has no files that you can download.')]);
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total <= mostZippedBytes) return ok(files);
  const text = `A zip can have at most ${mostZippedBytes / 1_000_000_000} GB. Download the files one by one.`;
  return err([fail('FILE_TOO_LARGE', ['id'], text)]);
}

/** Checks the record of a new document. Fails: NOT_FOUND, and those of `decideDocument`. */
export async function checkDocumentOwner(
  context: RequestContext,
  { objectId, objectType, categoryId, application }: DocumentLocation,
): Outcome<true> {
  if ((await recordLocation(context, objectId, application)) !== objectType)
    return err([noSuch(recordNoun(objectType), ['objectId'])]);
  const categories = (await documentCategories(context.tx, objectType)).map(({ id }) => id);
  const category = categoryId && categoryId !== emptyId ? categoryId : null;
  return decideDocument({ categoryId: category, categories }, mayWrite(context, objectType, application ?? ''));
}

/** Adds a document to a record, and returns its id. Fails: as `checkDocumentOwner`. */
export async function addDocument(
  context: RequestContext,
  operation: string,
  location: DocumentLocation,
  values: Readonly<Record<string, unknown>>,
): Outcome {
  const checked = await checkDocumentOwner(context, location);
  if (checked.isErr()) return err(checked.error);
  const { objectId, objectType, categoryId } = location;
  const application = location.application ?? moduleOfRecord(context, objectType);
  const stored = await documentStore.insert(
    context.tx,
    { operation, containerId: objectId, application },
    { ...values, objectId, objectType, application, category: categoryId ? { id: categoryId } : null },
  );
  return stored.map(({ id }) => id).mapErr((failure) => [failure]);
}

interface DocumentRelease {
  readonly id: string;
  readonly rowVersion: number;
  readonly isReleased: boolean;
}

/** Releases a document to investors, or withholds it. Fails: NOT_FOUND, CONDITION_NOT_MET, STALE_VERSION. */
export async function releaseDocument(
  context: RequestContext,
  { id, rowVersion, isReleased }: DocumentRelease,
): Outcome {
  const found = await readDocument(context, id);
  if (found.isErr()) return err(found.error);
  const { objectType, containerId, application } = found.value;
  const failures = releaseFailures(objectType, releasedTypes);
  if (failures.length > 0) return err(failures);
  const act = { operation: isReleased ? 'releaseDocument' : 'hideDocument', containerId, application };
  const stored = await documentStore.update(context.tx, act, id, rowVersion, { isReleased });
  return stored.map(() => id).mapErr((failure) => [failure]);
}

/** Deletes a document and, after the commit, its file. Fails: NOT_FOUND, FORBIDDEN, STALE_VERSION. */
export async function deleteDocument(
  files: Pick<FileStore, 'remove'>,
  context: RequestContext,
  { id, rowVersion }: { readonly id: string; readonly rowVersion?: number | undefined },
): Outcome {
  const found = await readDocument(context, id);
  if (found.isErr()) return err(found.error);
  const { containerId, objectType, application } = found.value;
  const failures = writeFailures(mayWrite(context, objectType, application));
  if (failures.length > 0) return err(failures);
  const act = { operation: 'deleteDocument', containerId, application };
  const removed = await documentStore.remove(context.tx, act, id, rowVersion);
  if (removed.isErr()) return err([removed.error]);
  const key = removed.value['storageKey'];
  // The bytes are deleted once the record is certainly gone. If that fails, an unused file remains.
  if (typeof key === 'string') context.tx.afterCommit(() => files.remove(key));
  return ok(id);
}
