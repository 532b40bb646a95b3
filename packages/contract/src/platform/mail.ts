import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../core/endpoint.ts';
import { id, instant } from '../core/schema.ts';

const permission = 'tenant.edit';
const tags = ['Mail'];

const mailRow = z.object({
  id: id(),
  createdDate: instant(),
  /** To whom. */
  address: z.string(),
  kind: z.string(),
  status: z.enum(['WAITING', 'SENDING', 'SENT', 'FAILED']),
  /** How often the mail server has refused it since it was last asked for. */
  refusals: z.int(),
  /** When it is tried next; null for one that is not waiting. */
  dueDate: instant().nullable(),
  /** What the mail server last said. */
  answer: z.string(),
  /** Whether it has failed and what it links to is still good. */
  canRetry: z.boolean(),
});
export type MailRow = z.output<typeof mailRow>;

/** The mails of the firm, on their way and sent: for its administrators, who read what became of them and not what they say. */
export const mailEndpoints = defineEndpoints({
  listMails: listEndpoint({
    path: '/api/mail',
    title: 'Mails',
    permission,
    row: mailRow,
    columns: [
      { field: 'createdDate', kind: 'instant', title: 'Asked for' },
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
    summary: 'Whether this installation sends mails, and who they are from',
    permission,
    result: z.object({ isOn: z.boolean(), from: z.string() }),
  },
  sendTestMail: {
    method: 'POST',
    path: '/api/mail/test',
    summary: 'Send a mail to oneself, to see whether it arrives',
    permission,
    result: z.object({ address: z.string() }),
    failures: ['NO_MAIL_SERVER', 'NO_ADDRESS'],
    tags,
  },
  retryMail: {
    method: 'POST',
    path: '/api/mail/:id/retry',
    summary: 'Have a failed mail tried again, from the beginning',
    permission,
    params: idParams,
    result: z.object({ id: id() }),
    failures: ['WRONG_STATE', 'NO_MAIL_SERVER'],
    tags,
  },
});
