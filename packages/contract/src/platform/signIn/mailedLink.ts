import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { instant } from '../../core/schema.ts';

const token = z.string().min(20).max(200);
const newPassword = z.string().max(1000);
const permission = 'public';

/** Calls for links in mails, available without sign-in. */
export const mailedLinkEndpoints = defineEndpoints({
  requestPasswordReset: {
    method: 'POST',
    path: '/api/signin/reset/request',
    summary:
      'Email a password reset link, valid for 30 minutes. The response is the same whether or not the account exists',
    permission,
    body: z.strictObject({ login: z.string().min(1, 'is required').max(320) }),
    result: z.object({ requested: z.boolean() }),
    failures: ['NO_MAIL_SERVER', 'TOO_MANY_ATTEMPTS'],
  },
  openReset: {
    method: 'POST',
    path: '/api/signin/reset/open',
    summary: 'Check whether a password reset link is still valid, without naming the account',
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
      'Set a new password with an emailed link, which works once. Ends all your sessions; the second factor stays',
    permission,
    body: z.strictObject({ token, newPassword }),
    result: z.object({ login: z.string() }),
    failures: ['LINK_ENDED', 'PASSWORD_EASY', 'PASSWORD_TOO_SHORT', 'TOO_MANY_ATTEMPTS'],
  },
  openInvitation: {
    method: 'POST',
    path: '/api/signin/invitation',
    summary: 'Firm and login of an emailed invitation',
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
    summary: 'Accept an emailed invitation and choose a password',
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
