import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { date, figure, id } from '../../core/schema.ts';
import { description, vehicleParams, tags } from './ledgerFields.ts';

const notice = z.object({
  id: id(),
  kind: z.enum(['CALL', 'DISTRIBUTION']),
  number: z.int(),
  issueDate: date(),
  dueDate: date(),
  description: z.string().nullable(),
  /** The total of its entries. */
  amount: figure('money'),
  /** The number of its entries, including reversed ones and reversals. */
  entries: z.int(),
});

export const noticeEndpoints = defineEndpoints({
  listNotices: {
    method: 'GET',
    path: '/api/performance/notice',
    summary: 'A vehicle’s notices, latest first',
    permission: 'fundLedger.view',
    query: vehicleParams,
    result: z.array(notice),
    tags,
  },
  saveNotice: {
    method: 'POST',
    path: '/api/performance/notice',
    summary: 'Enter a notice of a call or a distribution',
    permission: 'fundLedger.edit',
    body: z.strictObject({
      vehicleId: id(),
      kind: z.enum(['CALL', 'DISTRIBUTION']),
      issueDate: date(),
      dueDate: date(),
      description,
    }),
    result: notice,
    failures: ['DATES_REVERSED', 'DATE_TOO_LATE'],
    tags,
  },
  deleteNotice: {
    method: 'DELETE',
    path: '/api/performance/notice/:vehicleId/:noticeId',
    summary: 'Delete a notice that has no posted entries',
    permission: 'fundLedger.edit',
    params: z.strictObject({ vehicleId: id(), noticeId: id() }),
    result: z.object({ id: id() }),
    failures: ['NOTICE_HAS_ENTRIES'],
    tags,
  },
});
