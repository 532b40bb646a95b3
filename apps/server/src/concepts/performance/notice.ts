import { insertRows, loadVehicle, noticesOf } from '@carrara/adapters/postgres/performance/ledger';
import type { noticeEndpoints } from '@carrara/contract/performance/notice';
import { err, fail, ok } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import type { Operations } from '../../operations.ts';
import { noVehicle } from './postToVehicle.ts';

export const noticeOperations: Operations<typeof noticeEndpoints> = {
  listNotices: async ({ tx }, { query }) => ok(await noticesOf(tx, query.vehicleId)),

  async saveNotice({ tx }, { body }) {
    if (body.dueDate < body.issueDate) {
      return err([fail('DATES_REVERSED', ['dueDate'], 'A notice is due on its issue date or later.')]);
    }
    const vehicle = await loadVehicle(tx, body.vehicleId, { isWritten: true });
    if (vehicle === undefined) return err(noVehicle(body.vehicleId));
    const [last] = await noticesOf(tx, vehicle.id);
    const { kind, issueDate, dueDate, description = null } = body;
    const answer = {
      id: newId(),
      kind,
      number: (last?.number ?? 0) + 1,
      issueDate,
      dueDate,
      description,
      amount: '0.00',
    };
    const row = {
      id: answer.id,
      vehicle_id: vehicle.id,
      kind,
      number: answer.number,
      issue_date: issueDate,
      due_date: dueDate,
      description,
    };
    await insertRows(tx, 'notice', await tx.nextSeq(), [row]);
    tx.record({
      operation: 'saveNotice',
      objectType: 'notice',
      objectId: answer.id,
      objectName: `${kind === 'CALL' ? 'Call' : 'Distribution'} ${String(answer.number)}`,
      containerId: vehicle.id,
      before: null,
      after: row,
    });
    return ok(answer);
  },
};
