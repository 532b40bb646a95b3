import {
  insertRows,
  lastEntered,
  loadVehicle,
  noticesOf,
  removeNotice,
} from '@carrara/adapters/postgres/performance/ledger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { noticeEndpoints } from '@carrara/contract/performance/notice';
import { err, fail, ok } from '@carrara/domain/kernel';
import { enteredTooLate } from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import type { AnswerOf, HandlerInputOf, Operations } from '../../operations.ts';
import { noVehicle } from './postToVehicle.ts';

export const noticeOperations: Operations<typeof noticeEndpoints> = {
  listNotices: async ({ tx }, { query }) => ok(await noticesOf(tx, query.vehicleId)),

  async saveNotice({ tx }, { body }) {
    if (body.dueDate < body.issueDate) {
      return err([fail('DATES_REVERSED', ['dueDate'], 'The due date can’t be before the issue date.')]);
    }
    const { issueDate, dueDate } = body;
    const late = enteredTooLate({ issueDate, dueDate }, await lastEntered(tx));
    if (late.length > 0) return err(late);
    const vehicle = await loadVehicle(tx, body.vehicleId, { isWritten: true });
    if (vehicle === undefined) return err(noVehicle(body.vehicleId));
    const [saved] = await storeNotices(tx, vehicle.id, [body]);
    return ok(saved!);
  },

  async deleteNotice({ tx }, { params: { vehicleId, noticeId } }) {
    const vehicle = await loadVehicle(tx, vehicleId, { isWritten: true });
    if (vehicle === undefined) return err(noVehicle(vehicleId));
    const notice = (await noticesOf(tx, vehicle.id)).find(({ id }) => id === noticeId);
    if (notice === undefined) return err([fail('NOT_FOUND', ['noticeId'], 'The vehicle has no such notice.')]);
    const name = nameOf(notice);
    if (notice.entries > 0)
      return err([fail('NOTICE_HAS_ENTRIES', ['noticeId'], `${name} has entries, so it can’t be deleted.`)]);
    const before = await removeNotice(tx, vehicle.id, noticeId);
    tx.record({
      operation: 'deleteNotice',
      objectType: 'notice',
      objectId: noticeId,
      objectName: name,
      containerId: vehicle.id,
      before,
      after: null,
    });
    return ok({ id: noticeId });
  },
};

const nameOf = ({ kind, number }: { readonly kind: string; readonly number: number }) =>
  `${kind === 'CALL' ? 'Call' : 'Distribution'} ${String(number)}`;

type SaveNotice = (typeof noticeEndpoints)['saveNotice'];
type GivenNotice = Omit<HandlerInputOf<SaveNotice>['body'], 'vehicleId'>;
type Notice = AnswerOf<SaveNotice>;

/** Stores notices of a locked vehicle, numbered from its last one on. */
export async function storeNotices(
  tx: Transaction,
  vehicleId: string,
  given: readonly GivenNotice[],
): Promise<readonly Notice[]> {
  const [last] = await noticesOf(tx, vehicleId);
  const notices = given.map(({ kind, issueDate, dueDate, description = null }, i) => ({
    id: newId(),
    kind,
    number: (last?.number ?? 0) + 1 + i,
    issueDate,
    dueDate,
    description: description ?? null,
  }));
  const rows = notices.map(({ id, kind, number, issueDate, dueDate, description }) => ({
    id,
    vehicle_id: vehicleId,
    kind,
    number,
    issue_date: issueDate,
    due_date: dueDate,
    description,
  }));
  await insertRows(tx, 'notice', await tx.nextSeq(), rows);
  for (const row of rows) {
    tx.record({
      operation: 'saveNotice',
      objectType: 'notice',
      objectId: row.id,
      objectName: nameOf(row),
      containerId: vehicleId,
      before: null,
      after: row,
    });
  }
  return notices.map((notice) => ({ ...notice, amount: '0.00', entries: 0 }));
}
