import { insertRows, loadVehicle, noticesOf } from '@carrara/adapters/postgres/performance/ledger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { noticeEndpoints } from '@carrara/contract/performance/notice';
import { err, fail, ok } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import type { AnswerOf, HandlerInputOf, Operations } from '../../operations.ts';
import { noVehicle } from './postToVehicle.ts';

export const noticeOperations: Operations<typeof noticeEndpoints> = {
  listNotices: async ({ tx }, { query }) => ok(await noticesOf(tx, query.vehicleId)),

  async saveNotice({ tx }, { body }) {
    if (body.dueDate < body.issueDate) {
      return err([fail('DATES_REVERSED', ['dueDate'], 'A notice is due on its issue date or later.')]);
    }
    const vehicle = await loadVehicle(tx, body.vehicleId, { isWritten: true });
    if (vehicle === undefined) return err(noVehicle(body.vehicleId));
    const [saved] = await storeNotices(tx, vehicle.id, [body]);
    return ok(saved!);
  },
};

type SaveNotice = (typeof noticeEndpoints)['saveNotice'];
type GivenNotice = Omit<HandlerInputOf<SaveNotice>['body'], 'vehicleId'>;
type Notice = AnswerOf<SaveNotice>;

/** Stores notices of a vehicle that is locked, numbered on from its last. */
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
      objectName: `${row.kind === 'CALL' ? 'Call' : 'Distribution'} ${String(row.number)}`,
      containerId: vehicleId,
      before: null,
      after: row,
    });
  }
  return notices.map((notice) => ({ ...notice, amount: '0.00' }));
}
