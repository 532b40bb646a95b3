import {
  readTransferredDocumentKeys,
  documentsOfTransfer,
} from '@carrara/adapters/postgres/platform/document/transferDocuments';
import { documentCategories, documentStore, storeDigest } from '@carrara/adapters/postgres/platform/document/documents';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { TransferPackage, TransferredDocument } from '@carrara/domain/platform/dataTransfer';
import type { Readable } from 'node:stream';
import { spoolFile } from '../../files/spool.ts';
import type { RunInTransaction } from '../../core/operations.ts';
import { reserveSpace, removeStored, type Storage, type StoredFile, storeFile } from '../../files/storeFiles.ts';
import { storedStream } from '../../files/storedFile.ts';

/** A file to print from the figures of a transfer. */
export interface TransferredStatement {
  /** Unique within the transfer: two funds may have the same name. */
  readonly key: string;
  readonly name: string;
  readonly print: () => Readable;
}

/** Statements to print from a transfer for an investor. Null if the investor isn't known yet. */
export interface TransferredStatements {
  readonly investorId: string | null;
  readonly statements: readonly TransferredStatement[];
}

interface Incoming {
  readonly id: string;
  readonly sourceId: string;
  readonly sent: TransferPackage;
}

const documentsOf = ({
  sent,
}: Pick<Incoming, 'sent'>): readonly (readonly [recordId: string, document: TransferredDocument])[] => [
  ...sent.documents.map((document) => ['', document] as const),
  ...sent.funds.flatMap(({ name, documents }) => documents.map((document) => [`${name} `, document] as const)),
];
const existingAs = ({ id, url, sha256 }: TransferredDocument) => `${id} ${url ?? sha256 ?? ''}`;

/** Files that a transfer brings and no earlier one did: the sender's files, and statements printed from its figures. */
interface NewFiles {
  readonly documents: readonly TransferredDocument[];
  readonly statements: readonly TransferredStatement[];
}
export const noNewFiles: NewFiles = { documents: [], statements: [] };

export async function listNewFiles(
  tx: Transaction,
  incoming: Incoming,
  { investorId, statements }: TransferredStatements,
): Promise<NewFiles> {
  const existing = await readTransferredDocumentKeys(tx, incoming.sourceId);
  return {
    documents: documentsOf(incoming).flatMap(([, document]) =>
      document.storageKey === null || existing.has(existingAs(document)) ? [] : [document],
    ),
    // The statement of a version is the same whenever it is sent.
    statements: statements.filter(({ name }) => !existing.has(`${String(investorId)} ${name}`)),
  };
}

interface StoredStatement extends StoredFile {
  readonly sha256: Uint8Array;
}
/** Files of a transfer in this firm's file store that no row refers to yet. */
export interface TransferredFiles {
  /** Copies by the sender's storage keys. */
  readonly copies: ReadonlyMap<string, StoredFile>;
  /** Printed statements by their keys. */
  readonly statements: ReadonlyMap<string, StoredStatement>;
}

export const removeTransferredFiles = (storage: Storage, { copies, statements }: TransferredFiles): Promise<void> =>
  removeStored(storage, { keys: [...copies.values(), ...statements.values()].flatMap(({ keys }) => keys) });

/**
 * Copies the sender's files and prints statements before the transaction that names them, so that no connection waits
 * for the file store. If the transaction doesn't name them in the end, call `removeTransferredFiles`.
 *
 * Fails: FILE_MISSING, FILE_CHANGED (the sender no longer has it, or it differs), STORAGE_FULL.
 */
export async function storeTransferredFiles(
  read: RunInTransaction,
  storage: Storage,
  newFiles: NewFiles,
): Promise<Result<TransferredFiles, Failures>> {
  const copies = new Map<string, StoredFile>();
  const statements = new Map<string, StoredStatement>();
  const brought = { copies, statements };
  const copy = async ({
    name,
    storageKey,
    sha256,
    sizeBytes,
  }: TransferredDocument): Promise<Result<void, Failures>> => {
    if (storageKey === null || copies.has(storageKey)) return ok(undefined);
    const content = await storedStream(storage.files, { storageKey, sha256 });
    if (content.isErr())
      return err(content.error.map(({ code }) => fail(code, ['documents'], `${missing[code] ?? ''}${name}${again}`)));
    const stored = await storeFile(read, storage, { sizeBytes: sizeBytes ?? 0, stream: () => content.value });
    if (stored.isErr()) content.value.destroy();
    return stored.map((files) => void copies.set(storageKey, files));
  };
  const print = async ({ key, print: printed }: TransferredStatement): Promise<Result<void, Failures>> => {
    const file = await spoolFile(printed());
    try {
      const stored = await storeFile(read, storage, file);
      return stored.map((files) => void statements.set(key, { ...files, sha256: file.sha256 }));
    } finally {
      await file.close();
    }
  };
  const all = [
    ...newFiles.documents.map((document) => () => copy(document)),
    ...newFiles.statements.map((statement) => () => print(statement)),
  ];
  try {
    for (const store of all) {
      const stored = await store();
      if (stored.isOk()) continue;
      await removeTransferredFiles(storage, brought);
      return err(stored.error);
    }
    return ok(brought);
  } catch (error) {
    await removeTransferredFiles(storage, brought);
    throw error;
  }
}

/**
 * Stores documents released with a transfer, and statements of its figures, as documents of the investor here,
 * including their bytes. They are visible to everybody who sees the investor. Unchanged documents of an earlier
 * transfer are kept.
 *
 * Fails: STORAGE_FULL, STALE_VERSION (an earlier transfer was undone since the files were stored).
 */
export async function importDocuments(
  tx: Transaction,
  storage: Storage,
  incoming: Incoming,
  {
    investorId,
    statements,
  }: { readonly investorId: string; readonly statements: readonly Omit<TransferredStatement, 'print'>[] },
  brought: TransferredFiles,
): Promise<Result<void, Failures>> {
  const { id: transferId, sourceId } = incoming;
  const existing = await readTransferredDocumentKeys(tx, sourceId);
  const categories = await documentCategories(tx, 'investor');
  const store = async (values: Readonly<Record<string, unknown>>, sha256: Uint8Array | null): Promise<Failures> => {
    const act = { operation: 'importDocument', containerId: investorId };
    const all = {
      ...values,
      objectId: investorId,
      objectType: 'investor',
      application: 'performance',
      isReleased: false,
      transferId,
    };
    const stored = await documentStore.insert(tx, act, all);
    if (stored.isErr()) return [stored.error];
    if (sha256) await storeDigest(tx, stored.value.id, sha256);
    return [];
  };
  const importReleased = async (objectId: string, document: TransferredDocument): Promise<Failures> => {
    const { id: originId, category: code, storageKey, sha256, sizeBytes, ...facts } = document;
    if (existing.has(existingAs(document))) return [];
    const category = categories.find((entry) => entry.code === code);
    const values = {
      ...facts,
      name: `${objectId}${document.name}`.slice(0, 400),
      originId,
      category: category ? { id: category.id } : null,
      sizeBytes,
    };
    if (storageKey === null) return store(values, null);
    const copied = brought.copies.get(storageKey);
    if (copied === undefined) return [fail('STALE_VERSION', ['documents'], '')];
    const room = await reserveSpace(tx, storage, copied);
    if (room.isErr()) return room.error;
    return store({ ...values, storageKey: copied.key }, sha256 === null ? null : Buffer.from(sha256, 'hex'));
  };
  const storePrinted = async ({ key, name }: Omit<TransferredStatement, 'print'>): Promise<Failures> => {
    const printed = brought.statements.get(key);
    if (existing.has(`${investorId} ${name}`)) {
      // Another transfer brought it meanwhile.
      if (printed) tx.afterCommit(() => removeStored(storage, printed));
      return [];
    }
    if (printed === undefined) return [fail('STALE_VERSION', ['documents'], '')];
    const { key: printedKey, sizeBytes, sha256 } = printed;
    const room = await reserveSpace(tx, storage, printed);
    if (room.isErr()) return room.error;
    const values = { name, fileType: 'pdf', mimeType: 'application/pdf', sizeBytes };
    return store({ ...values, storageKey: printedKey }, sha256);
  };
  const all = [
    ...documentsOf(incoming).map(
      ([objectId, document]) =>
        () =>
          importReleased(objectId, document),
    ),
    ...statements.map((statement) => () => storePrinted(statement)),
  ];
  for (const work of all) {
    const failures = await work();
    if (failures.length > 0) return err(failures);
  }
  return ok(undefined);
}

const missing: Readonly<Partial<Record<string, string>>> = {
  FILE_MISSING: 'The sender no longer has this document: ',
  FILE_CHANGED: 'The stored file of this document differs from the released one: ',
};
const again = '. Ask the sender to send the transfer again.';

/** Removes the documents that a transfer brought. The bytes are deleted after the commit. */
export async function removeDocuments(
  tx: Transaction,
  { files }: Storage,
  transferId: string,
): Promise<Result<void, Failures>> {
  for (const { id, objectId } of await documentsOfTransfer(tx, transferId)) {
    const removed = await documentStore.remove(tx, { operation: 'deleteDocument', containerId: objectId }, id);
    if (removed.isErr()) return err([removed.error]);
    const key = removed.value['storageKey'];
    if (typeof key === 'string') tx.afterCommit(() => files.remove(key));
  }
  return ok(undefined);
}
