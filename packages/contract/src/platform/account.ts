import { signInMethods } from '@carrara/domain/platform/signIn';
import { z } from 'zod';
import { defineEndpoints, idParams } from '../core/endpoint.ts';
import { id, instant } from '../core/schema.ts';
import { recoveryCodes } from './signInAnswers.ts';

/** A person's own account. */
export const account = z.object({
  /** True if the person signs in with a password of this installation. */
  hasPassword: z.boolean(),
  /** The time when the authenticator was set up; null if there is none. */
  secondFactorSince: instant().nullable(),
  recoveryCodesLeft: z.int(),
});
export type Account = z.output<typeof account>;

const ownSession = z.object({
  id: id(),
  createdDate: instant(),
  lastUsedDate: instant(),
  address: z.string(),
  /** The description that the browser or program gave. */
  userAgent: z.string(),
  methods: z.array(z.enum(signInMethods)),
  /** True for the session that makes this request. */
  isThis: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

const code = z.string().min(1, 'is required').max(100);

export const accountEndpoints = defineEndpoints({
  getAccount: {
    method: 'GET',
    path: '/api/account',
    summary: 'The own account: how the person signs in',
    permission: 'signedIn',
    result: account,
    tags: ['Account'],
  },
  getOwnPicture: {
    method: 'GET',
    path: '/api/account/picture',
    summary: 'The own picture, as a data URL; null without one',
    permission: 'signedIn',
    result: z.object({ picture: z.string().nullable() }),
    tags: ['Account'],
  },
  giveOwnPicture: {
    method: 'POST',
    path: '/api/account/picture',
    summary: 'Give oneself a picture, in place of the one before',
    permission: 'signedIn',
    accepts: 'upload',
    result: z.object({ saved: z.boolean() }),
    failures: ['TOO_LARGE', 'TOO_MANY_FILES', 'UNSUPPORTED_TYPE'],
    tags: ['Account'],
  },
  removeOwnPicture: {
    method: 'DELETE',
    path: '/api/account/picture',
    summary: 'Take the own picture away',
    permission: 'signedIn',
    result: z.object({ removed: z.boolean() }),
    tags: ['Account'],
  },
  getOwnFactors: {
    method: 'GET',
    path: '/api/account/factor',
    summary: 'By what the person can show a second factor here: also before it was shown at the sign-in',
    permission: 'signedIn',
    withPasswordDue: true,
    withFactorDue: true,
    result: z.object({
      authenticator: z.boolean(),
      /** True if there is a passkey for the page's host. */
      passkey: z.boolean(),
      recoveryCodes: z.boolean(),
      /** True if the person has a password here, which is required before setting up a factor. */
      hasPassword: z.boolean(),
    }),
    tags: ['Account'],
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/api/account/confirm',
    summary:
      'Show the second factor in this session, by a code of the authenticator or a recovery code: at the sign-in, or before what is sensitive',
    permission: 'signedIn',
    withPasswordDue: true,
    withFactorDue: true,
    body: z.strictObject({ code }),
    result: z.object({ confirmed: z.boolean(), recoveryCodesLeft: z.int() }),
    failures: ['WRONG_CODE', 'CODE_USED', 'NO_SECOND_FACTOR'],
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor/begin',
    summary: 'Begin to set an authenticator up: what it is to take over, for a quarter of an hour',
    permission: 'signedIn',
    body: z.strictObject({
      /** Required if the person has one, so that nobody can set up a factor in an unattended browser. */
      currentPassword: z.string().max(1000).default(''),
    }),
    result: z.object({ uri: z.string(), secret: z.string(), picture: z.string() }),
    failures: ['WRONG_PASSWORD', 'FACTOR_THERE'],
  },
  enableSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor',
    summary:
      'Set the authenticator up by its first code; answers the recovery codes, and all other sessions of the person end',
    permission: 'signedIn',
    body: z.strictObject({ code }),
    result: recoveryCodes,
    failures: ['WRONG_CODE', 'CODE_USED', 'FACTOR_THERE'],
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor/remove',
    summary: 'Take the own second factor away, with a code of it or a recovery code',
    permission: 'signedIn',
    body: z.strictObject({ code }),
    result: z.object({ removed: z.boolean() }),
    failures: ['WRONG_CODE', 'CODE_USED', 'NO_SECOND_FACTOR'],
  },
  makeRecoveryCodes: {
    method: 'POST',
    path: '/api/account/recovery-codes',
    summary: 'Replace all recovery codes, confirmed by a code of the authenticator or a recent passkey',
    permission: 'signedIn',
    body: z.strictObject({ code: z.string().max(100).default('') }),
    result: recoveryCodes,
    failures: ['WRONG_CODE', 'CODE_USED', 'NO_SECOND_FACTOR'],
  },
  listOwnSessions: {
    method: 'GET',
    path: '/api/account/session',
    summary: 'Sessions of the person',
    permission: 'signedIn',
    result: z.array(ownSession),
    tags: ['Account'],
  },
  endOwnSession: {
    method: 'POST',
    path: '/api/account/session/:id/end',
    summary: 'End one of the own sessions',
    permission: 'signedIn',
    params: idParams,
    result: z.object({ ended: z.int() }),
    tags: ['Account'],
  },
  endOtherSessions: {
    method: 'POST',
    path: '/api/account/session/end-others',
    summary: 'End all own sessions but the one that asks',
    permission: 'signedIn',
    result: z.object({ ended: z.int() }),
    tags: ['Account'],
  },
});
