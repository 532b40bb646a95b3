import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import { id, instant } from '../../core/schema.ts';

const permission = 'tenant.edit';
const tags = ['Mail'];

const mailRow = z.object({
  id: id(),
  createdDate: instant(),
  /** The recipient's address. */
  address: z.string(),
  kind: z.string(),
  status: z.enum(['WAITING', 'SENDING', 'SENT', 'FAILED']),
  /** The number of refusals by the mail server since the last request to send it. */
  refusals: z.int(),
  /** The time of the next attempt; null if it isn't waiting. */
  dueDate: instant().nullable(),
  /** The last response of the mail server. */
  answer: z.string(),
  /** True if it has failed and its link is still valid. */
  canRetry: z.boolean(),
});
export type MailRow = z.output<typeof mailRow>;

/** The firm's pending and sent mails. Administrators see their status but not their contents. */
export const mailEndpoints = defineEndpoints({
  listMails: listEndpoint({
    path: '/api/mail',
    title: 'Mails',
    permission,
    row: mailRow,
    columns: [
      { field: 'createdDate', kind: 'instant', title: 'Requested on' },
      { field: 'address', kind: 'text', title: 'To' },
      { field: 'kind', kind: 'text', title: 'Kind' },
      { field: 'status', kind: 'text', title: 'State' },
      { field: 'refusals', kind: 'count', title: 'Refusals' },
      { field: 'dueDate', kind: 'instant', title: 'Next try' },
      { field: 'answer', kind: 'text', title: 'Last answer' },
    ],
    defaultSort: { field: 'createdDate', ascending: false },
    tags,
  }),
  getMailServer: {
    method: 'GET',
    path: '/api/mail/server',
    summary: 'Whether this installation sends email, and the sender address',
    permission,
    result: z.object({ isOn: z.boolean(), from: z.string() }),
  },
  sendTestMail: {
    method: 'POST',
    path: '/api/mail/test',
    summary: 'Send yourself a test email',
    permission,
    result: z.object({ address: z.string() }),
    failures: ['NO_MAIL_SERVER', 'NO_ADDRESS'],
    tags,
  },
  retryMail: {
    method: 'POST',
    path: '/api/mail/:id/retry',
    summary: 'Retry a failed email from the start',
    permission,
    params: idParams,
    result: z.object({ id: id() }),
    failures: ['WRONG_STATE', 'NO_MAIL_SERVER'],
    tags,
  },
});
