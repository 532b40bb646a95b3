import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { applications } from '../../core/permissions.ts';
import { id } from '../../core/schema.ts';
import { displayFormats } from '../settings/displayFormats.ts';
import { signInResult, tenantEntry } from './signInAnswers.ts';

export type { TenantEntry } from './signInAnswers.ts';

/** The person of a session and, for the tenant of the request, the modules that the person may open. */
const signedInUser = z.object({
  id: id(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The sign-in name, which may differ from the e-mail address. */
  login: z.string(),
  applications: z.array(
    z.object({
      name: z.string(),
      id: z.enum(applications),
      applicationSettings: z.object({ moduleName: z.string(), indexUrl: z.string() }),
    }),
  ),
  formats: displayFormats,
  loginUrl: z.string(),
  logoutUrl: z.string(),
});
export type SignedInUser = z.output<typeof signedInUser>;

export const signinEndpoints = defineEndpoints({
  getSignedInUser: {
    method: 'GET',
    path: '/api/Signin/',
    summary: 'The signed-in user with their modules in the named tenant, or in all tenants if none is named',
    permission: 'signedIn',
    token: 'open',
    result: signedInUser,
  },
  listLoginUrls: {
    method: 'GET',
    path: '/api/signin/getloginurls',
    summary: 'Sign-in methods available at the host in `realm`, or at the host of the request',
    permission: 'public',
    query: z.strictObject({ realm: z.string().max(200).optional(), context: z.string().max(2000).optional() }),
    result: z.object({
      localAccounts: z.boolean(),
      /** True if a forgotten password can be reset by mail. */
      passwordReset: z.boolean(),
      /** True if a passkey alone is a complete sign-in at this host. */
      passkeys: z.boolean(),
      loginUrls: z.array(z.object({ name: z.string(), url: z.string() })),
    }),
  },
  signInLocal: {
    method: 'POST',
    path: '/api/signin/local',
    summary: 'Sign in with a local account. Browsers get a cookie; programs get the token itself',
    permission: 'public',
    body: z.strictObject({
      login: z.string().min(1, 'is required').max(200),
      password: z.string().min(1, 'is required').max(1000),
      /** True to return the token, for use as AuthToken, instead of setting a cookie. */
      answerToken: z.boolean().default(false),
    }),
    result: signInResult.extend({
      authToken: z.string().nullable(),
      /** True if an administrator gave the password, so that the person must change it first. */
      passwordDue: z.boolean(),
      /** True if the second factor is still required, so that the person must use it first. */
      factorDue: z.boolean(),
    }),
    failures: ['WRONG_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
  },
  exchangeLoginCode: {
    method: 'POST',
    path: '/api/signin/exchange',
    summary: 'Exchange the one-time code from a provider sign-in for a session',
    permission: 'public',
    body: z.strictObject({ code: z.string().min(20).max(200) }),
    result: signInResult.extend({ factorDue: z.boolean() }),
    failures: ['WRONG_CREDENTIALS'],
  },
  signOut: {
    method: 'GET',
    path: '/api/signin/signout',
    summary: 'End the session of this request',
    permission: 'public',
    result: z.object({
      loginUrl: z.string(),
      /** The address at which a browser also ends its session at the sign-in provider. */
      providerUrl: z.string().nullable(),
    }),
  },
  createDownloadToken: {
    method: 'POST',
    path: '/api/signin/download-token',
    summary:
      'A single-use token to download one path with its query in one tenant, valid for 60 seconds. Pass it as AuthToken, with tenant_id in the query',
    permission: 'member',
    token: 'closed',
    body: z.strictObject({ path: z.string().regex(/^\/api\/[^#\s]{1,8000}$/, 'is not a path of the API') }),
    result: z.object({ authToken: z.string(), expiresDate: z.iso.datetime() }),
  },
  createLiveToken: {
    method: 'POST',
    path: '/api/signin/live-token',
    summary:
      'A token for this tenant’s live channel, valid for 60 seconds, for programs that can’t send headers or cookies there',
    permission: 'member',
    token: 'closed',
    result: z.object({ liveToken: z.string(), expiresDate: z.iso.datetime() }),
  },
  switchTenant: {
    method: 'POST',
    path: '/api/signin/switch-tenant',
    summary: 'Switch to the tenant named in the header. Browsers get a new token for their session',
    permission: 'member',
    token: 'closed',
    result: z.object({ tenantId: id() }),
  },
  listTenants: {
    method: 'GET',
    path: '/api/user/tenant-list',
    summary: 'Tenants of the signed-in user, or the tenant of the API token',
    permission: 'signedIn',
    token: 'open',
    result: z.array(tenantEntry),
  },
});
