import {
  broughtDocuments,
  documentCategories,
  documentsOfTransfer,
  documentStore,
  keepDigest,
} from '@carrara/adapters/postgres/platform/document';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { TransferPackage, TransferredDocument } from '@carrara/domain/platform/dataTransfer';
import type { Readable } from 'node:stream';
import { spoolFile } from '../../http/spool.ts';
import type { Ask } from '../../operations.ts';
import { claimRoom, keepFile, removeStored, type Storage, type StoredFiles, storeFiles } from './keepFile.ts';
import { storedStream } from './storedFile.ts';

/** A file that is made of the figures of a transfer. */
export interface TransferredStatement {
  readonly name: string;
  readonly print: () => Readable;
}

interface Incoming {
  readonly id: string;
  readonly sourceId: string;
  readonly sent: TransferPackage;
}

const documentsOf = ({
  sent,
}: Pick<Incoming, 'sent'>): readonly (readonly [of: string, one: TransferredDocument])[] => [
  ...sent.documents.map((one) => ['', one] as const),
  ...sent.funds.flatMap(({ name, documents }) => documents.map((one) => [`${name} `, one] as const)),
];
const knownAs = ({ id, url, sha256 }: TransferredDocument) => `${id} ${url ?? sha256 ?? ''}`;

/** Files of the sender that a transfer brings and no earlier one has brought. */
export async function newFilesOf(tx: Transaction, incoming: Incoming): Promise<readonly TransferredDocument[]> {
  const known = await broughtDocuments(tx, incoming.sourceId);
  return documentsOf(incoming).flatMap(([, one]) => (one.storageKey === null || known.has(knownAs(one)) ? [] : [one]));
}

/** Files of the sender that lie in the store of this firm too, by the place where the sender has them; no row names them yet. */
export type CopiedFiles = ReadonlyMap<string, StoredFiles>;

export const removeCopies = (storage: Storage, copies: CopiedFiles): Promise<void> =>
  removeStored(storage, { keys: [...copies.values()].flatMap(({ keys }) => keys) });

/**
 * Copies files of the sender before the transaction whose rows name them, so that no connection waits for the store. Who does not name them
 * afterwards takes them away (`removeCopies`).
 *
 * Fails: FILE_MISSING, FILE_CHANGED (the sender has it no more, or otherwise), STORAGE_FULL.
 */
export async function copyFiles(
  ask: Ask,
  storage: Storage,
  documents: readonly TransferredDocument[],
): Promise<Result<CopiedFiles, Failures>> {
  const copies = new Map<string, StoredFiles>();
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
    const stored = await storeFiles(ask, storage, [{ sizeBytes: sizeBytes ?? 0, stream: () => content.value }]);
    if (stored.isErr()) content.value.destroy();
    return stored.map((files) => void copies.set(storageKey, files));
  };
  try {
    for (const one of documents) {
      const copied = await copy(one);
      if (copied.isOk()) continue;
      await removeCopies(storage, copies);
      return err(copied.error);
    }
    return ok(copies);
  } catch (error) {
    await removeCopies(storage, copies);
    throw error;
  }
}

/**
 * Keeps what was released with a transfer, and the statements of its figures, as documents of the investor here, bytes included: whoever sees that
 * investor sees them. What an earlier one brought, unchanged, is there already.
 *
 * Fails: STORAGE_FULL, STALE_VERSION (an earlier transfer was given back since the files were copied).
 */
export async function takeDocuments(
  tx: Transaction,
  storage: Storage,
  incoming: Incoming,
  { investorId, statements }: { readonly investorId: string; readonly statements: readonly TransferredStatement[] },
  copies: CopiedFiles,
): Promise<Result<void, Failures>> {
  const { id: transferId, sourceId } = incoming;
  const known = await broughtDocuments(tx, sourceId);
  const categories = await documentCategories(tx, 'investor');
  const keep = async (values: Readonly<Record<string, unknown>>, sha256: Uint8Array | null): Promise<Failures> => {
    const act = { operation: 'takeOverDocument', containerId: investorId };
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
    if (sha256) await keepDigest(tx, stored.value.id, sha256);
    return [];
  };
  const take = async (of: string, one: TransferredDocument): Promise<Failures> => {
    const { id: originId, category: code, storageKey, sha256, sizeBytes, ...facts } = one;
    if (known.has(knownAs(one))) return [];
    const category = categories.find((entry) => entry.code === code);
    const values = {
      ...facts,
      name: `${of}${one.name}`.slice(0, 400),
      originId,
      category: category ? { id: category.id } : null,
      sizeBytes,
    };
    if (storageKey === null) return keep(values, null);
    const copied = copies.get(storageKey);
    if (copied === undefined) return [fail('STALE_VERSION', ['documents'], '')];
    const room = await claimRoom(tx, storage, copied);
    if (room.isErr()) return room.error;
    return keep({ ...values, storageKey: copied.keys[0]! }, sha256 === null ? null : Buffer.from(sha256, 'hex'));
  };
  const print = async ({ name, print: printed }: TransferredStatement): Promise<Failures> => {
    // That of a version says the same whenever it is sent.
    if (known.has(`${investorId} ${name}`)) return [];
    const file = await spoolFile(printed());
    try {
      const key = await keepFile(tx, storage, file);
      if (key.isErr()) return key.error;
      const values = { name, fileType: 'pdf', mimeType: 'application/pdf', sizeBytes: file.sizeBytes };
      return await keep({ ...values, storageKey: key.value }, file.sha256);
    } finally {
      await file.close();
    }
  };
  const all = [
    ...documentsOf(incoming).map(
      ([of, one]) =>
        () =>
          take(of, one),
    ),
    ...statements.map((one) => () => print(one)),
  ];
  for (const work of all) {
    const failures = await work();
    if (failures.length > 0) return err(failures);
  }
  return ok(undefined);
}

const missing: Readonly<Partial<Record<string, string>>> = {
  FILE_MISSING: 'The sender does not have this document any more: ',
  FILE_CHANGED: 'The stored file of this document is not the one that was released: ',
};
const again = '. Please have the transfer sent again.';

/** Takes away what a transfer brought; the bytes go when that is certain. */
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
