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

/** The part of an investor in a notice. Amounts are positive as entered, for calls and distributions alike. */
const share = z.object({
  investor: z.object({ id: id(), name: z.string() }),
  amounts: z.array(z.object({ type: z.string(), title: z.string(), amount: figure('money') })),
  total: figure('money'),
  commitment: figure('money'),
  unfunded: figure('money'),
});
const investorNotices = notice.omit({ amount: true, entries: true }).extend({
  fund: z.object({ id: id(), name: z.string() }),
  currency: z.string(),
  /** The day of the commitments and the unfunded commitments: the due date, or the date of a later entry. */
  unfundedOn: date(),
  /** By name, without investors who neither pay nor receive. */
  investors: z.array(share),
});
export type NoticeAnswer = z.output<typeof investorNotices>;
const ofNotice = z.strictObject({ vehicleId: id(), noticeId: id() });

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
  getNoticeShares: {
    method: 'GET',
    path: '/api/performance/notice/:vehicleId/:noticeId',
    summary: 'A notice, with each investor’s amounts by kind and unfunded commitment after it',
    permission: 'fundLedger.view',
    params: ofNotice,
    result: investorNotices,
    tags,
  },
  printNotice: {
    method: 'GET',
    path: '/api/performance/notice/:vehicleId/:noticeId/pdf',
    summary: 'The notice of a call or a distribution to an investor (PDF)',
    permission: 'fundLedger.view',
    params: ofNotice,
    query: z.strictObject({ investorId: id() }),
    answers: 'file',
    failures: ['NO_RECIPIENTS'],
  },
  deleteNotice: {
    method: 'DELETE',
    path: '/api/performance/notice/:vehicleId/:noticeId',
    summary: 'Delete a notice that has no posted entries',
    permission: 'fundLedger.edit',
    params: ofNotice,
    result: z.object({ id: id() }),
    failures: ['NOTICE_HAS_ENTRIES'],
    tags,
  },
});
