import { insertRows } from '@carrara/adapters/postgres/performance/ledger/storeLedger';
import { lastEnteredQuarter, loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { readNotices, removeNotice } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { noticeEndpoints } from '@carrara/contract/performance/ledger/notice';
import { err, fail, ok, required } from '@carrara/domain/kernel';
import { decideNotice, decideNoticeDeletion, noticeName } from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import type { AnswerOf, HandlerInputOf } from '../../core/operations.ts';
import { vehicleNotFound } from '../ledgerPosting.ts';
import type { Outcome } from '../outcome.ts';

type SaveNotice = (typeof noticeEndpoints)['saveNotice'];
type NoticeToSave = Omit<HandlerInputOf<SaveNotice>['body'], 'vehicleId'>;
type SavedNotice = AnswerOf<SaveNotice>;

/** Saves a notice under the next number of its vehicle. Fails: NOT_FOUND and the failures of `decideNotice`. */
export async function saveNotice(tx: Transaction, vehicleId: string, notice: NoticeToSave): Outcome<SavedNotice> {
  const latest = await lastEnteredQuarter(tx);
  const vehicle = await loadVehicle(tx, vehicleId, { isWritten: true });

  const wrong = decideNotice(notice, latest);
  if (wrong.length > 0) return err(wrong);
  if (vehicle === undefined) return err(vehicleNotFound());

  const [saved] = await storeNotices(tx, vehicle.id, [notice]);
  return ok(required(saved, 'the saved notice'));
}

/** Deletes a notice without entries. Fails: NOT_FOUND, NOTICE_HAS_ENTRIES. */
export async function deleteNotice(
  tx: Transaction,
  { vehicleId, noticeId }: { readonly vehicleId: string; readonly noticeId: string },
): Outcome<{ id: string }> {
  const vehicle = await loadVehicle(tx, vehicleId, { isWritten: true });
  if (vehicle === undefined) return err(vehicleNotFound());
  const notice = (await readNotices(tx, vehicle.id)).find(({ id }) => id === noticeId);
  if (notice === undefined) return err([fail('NOT_FOUND', ['noticeId'], 'The vehicle has no such notice.')]);

  const wrong = decideNoticeDeletion(notice);
  if (wrong.length > 0) return err(wrong);

  const before = await removeNotice(tx, vehicle.id, noticeId);
  tx.record({
    operation: 'deleteNotice',
    objectType: 'notice',
    objectId: noticeId,
    objectName: noticeName(notice),
    containerId: vehicle.id,
    before,
    after: null,
  });
  return ok({ id: noticeId });
}

/** Stores notices of a locked vehicle, numbered from its last one on. */
export async function storeNotices(
  tx: Transaction,
  vehicleId: string,
  requested: readonly NoticeToSave[],
): Promise<readonly SavedNotice[]> {
  const [last] = await readNotices(tx, vehicleId);
  const notices = requested.map(({ kind, issueDate, dueDate, description = null }, i) => ({
    id: newId(),
    kind,
    number: (last?.number ?? 0) + 1 + i,
    issueDate,
    dueDate,
    description: description ?? null,
  }));
  const rows = notices.map((notice) => noticeRow(vehicleId, notice));
  await insertRows(tx, 'notice', await tx.nextSeq(), rows);
  for (const row of rows) tx.record(changeOfNotice(row));
  return notices.map((notice) => ({ ...notice, amount: '0.00', entries: 0 }));
}

export const noticeRow = (
  vehicleId: string,
  { id, kind, number, issueDate, dueDate, description }: Omit<SavedNotice, 'amount' | 'entries'>,
) => ({ id, vehicle_id: vehicleId, kind, number, issue_date: issueDate, due_date: dueDate, description });

/** Returns the audit entry of a new notice. */
export const changeOfNotice = (row: ReturnType<typeof noticeRow>) => ({
  operation: 'saveNotice',
  objectType: 'notice',
  objectId: row.id,
  objectName: noticeName(row),
  containerId: row.vehicle_id,
  before: null,
  after: row,
});
