import { readNotices } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import type { noticeEndpoints } from '@carrara/contract/performance/ledger/notice';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';
import { deleteNotice, saveNotice } from '../../../usecases/performance/notice.ts';

export const noticeOperations: Operations<typeof noticeEndpoints> = {
  listNotices: async ({ tx }, { query }) => ok(await readNotices(tx, query.vehicleId)),
  saveNotice: ({ tx }, { body: { vehicleId, ...notice } }) => saveNotice(tx, vehicleId, notice),
  deleteNotice: ({ tx }, { params }) => deleteNotice(tx, params),
};
