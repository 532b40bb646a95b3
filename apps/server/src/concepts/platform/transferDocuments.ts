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
import { keepFile, type Storage } from './keepFile.ts';
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

/**
 * Keeps what was released with a transfer, and the statements of its figures, as documents of the investor here, bytes included: whoever sees that
 * investor sees them. What an earlier one brought, unchanged, is there already.
 *
 * Fails: FILE_MISSING, FILE_CHANGED (the sender has it no more, or otherwise), STORAGE_FULL.
 */
export async function takeDocuments(
  tx: Transaction,
  storage: Storage,
  { id: transferId, sourceId, sent }: Incoming,
  { investorId, statements }: { readonly investorId: string; readonly statements: readonly TransferredStatement[] },
): Promise<Result<void, Failures>> {
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
    if (known.has(`${originId} ${facts.url ?? sha256 ?? ''}`)) return [];
    const category = categories.find((entry) => entry.code === code);
    const values = {
      ...facts,
      name: `${of}${one.name}`.slice(0, 400),
      originId,
      category: category ? { id: category.id } : null,
      sizeBytes,
    };
    if (storageKey === null) return keep(values, null);
    const content = await storedStream(storage.files, { storageKey, sha256 });
    if (content.isErr())
      return content.error.map(({ code: why }) => fail(why, ['documents'], `${missing[why] ?? ''}${one.name}${again}`));
    const key = await keepFile(tx, storage, { sizeBytes: sizeBytes ?? 0, stream: () => content.value });
    if (key.isOk())
      return keep({ ...values, storageKey: key.value }, sha256 === null ? null : Buffer.from(sha256, 'hex'));
    content.value.destroy();
    return key.error;
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
    ...sent.documents.map((one) => () => take('', one)),
    ...sent.funds.flatMap(({ name, documents }) => documents.map((one) => () => take(`${name} `, one))),
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
