import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { instant } from '../core/schema.ts';

const token = z.string().min(20).max(200);
const newPassword = z.string().max(1000);
const permission = 'public';

/** Calls for links in mails, available without sign-in. */
export const mailedLinkEndpoints = defineEndpoints({
  askPasswordReset: {
    method: 'POST',
    path: '/api/signin/reset/ask',
    summary:
      'Mail a link to reset the password, valid for half an hour; the response is the same whether or not the account exists',
    permission,
    body: z.strictObject({ login: z.string().min(1, 'is required').max(320) }),
    result: z.object({ asked: z.boolean() }),
    failures: ['NO_MAIL_SERVER', 'TOO_MANY_ATTEMPTS'],
  },
  openReset: {
    method: 'POST',
    path: '/api/signin/reset/open',
    summary: 'Check whether a mailed link still resets a password, without naming the account',
    permission,
    readOnly: true,
    body: z.strictObject({ token }),
    result: z.object({ opens: z.boolean() }),
    failures: ['LINK_ENDED', 'TOO_MANY_ATTEMPTS'],
  },
  resetPassword: {
    method: 'POST',
    path: '/api/signin/reset',
    summary:
      'Set a new password by a mailed link, which opens once; all sessions of the person end, the second factor stays',
    permission,
    body: z.strictObject({ token, newPassword }),
    result: z.object({ login: z.string() }),
    failures: ['LINK_ENDED', 'PASSWORD_EASY', 'PASSWORD_TOO_SHORT', 'TOO_MANY_ATTEMPTS'],
  },
  openInvitation: {
    method: 'POST',
    path: '/api/signin/invitation',
    summary: 'The firm and login of a mailed invitation',
    permission,
    readOnly: true,
    body: z.strictObject({ token }),
    result: z.object({
      tenantName: z.string(),
      login: z.string(),
      /** True if the person accepts by choosing a password. Otherwise, the person signs in as usual and then accepts with the same token. */
      choosesPassword: z.boolean(),
      expiresDate: instant(),
    }),
    failures: ['LINK_ENDED', 'TOO_MANY_ATTEMPTS'],
  },
  joinByInvitation: {
    method: 'POST',
    path: '/api/signin/invitation/accept',
    summary: 'Accept the invitation of a mailed link with a password of one’s own choice',
    permission,
    body: z.strictObject({ token, newPassword }),
    result: z.object({ login: z.string() }),
    failures: [
      'LINK_ENDED',
      'OWN_ACCOUNT',
      'PASSWORD_EASY',
      'PASSWORD_TOO_SHORT',
      'INVITATION_CHANGED',
      'TOO_MANY_ATTEMPTS',
    ],
  },
});
