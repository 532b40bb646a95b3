import { signInMethods } from '@carrara/domain/platform/signIn';
import { z } from 'zod';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { id, instant } from '../../core/schema.ts';
import { displayFormats } from '../settings/displayFormats.ts';
import { recoveryCodes } from '../signIn/signInAnswers.ts';

/** A person's own account. */
const account = z.object({
  /** True if the person signs in with a password of this installation. */
  hasPassword: z.boolean(),
  /** The time when the authenticator was set up; null if there is none. */
  secondFactorSince: instant().nullable(),
  remainingRecoveryCodes: z.int(),
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
    summary: 'Your account and how you sign in',
    permission: 'signedIn',
    result: account,
    tags: ['Account'],
  },
  getOwnPicture: {
    method: 'GET',
    path: '/api/account/picture',
    summary: 'Your picture as a data URL; null if you have none',
    permission: 'signedIn',
    result: z.object({ picture: z.string().nullable() }),
    tags: ['Account'],
  },
  setOwnPicture: {
    method: 'POST',
    path: '/api/account/picture',
    summary: 'Set or replace your picture',
    permission: 'signedIn',
    accepts: 'upload',
    result: z.object({ saved: z.boolean() }),
    failures: ['TOO_LARGE', 'TOO_MANY_FILES', 'UNSUPPORTED_TYPE'],
    tags: ['Account'],
  },
  removeOwnPicture: {
    method: 'DELETE',
    path: '/api/account/picture',
    summary: 'Remove your picture',
    permission: 'signedIn',
    result: z.object({ removed: z.boolean() }),
    tags: ['Account'],
  },
  getOwnFactors: {
    method: 'GET',
    path: '/api/account/factor',
    summary: 'Second factors that you can use here. Also available before you have confirmed one',
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
    summary: 'Confirm your second factor for this session with an authenticator code or a recovery code',
    permission: 'signedIn',
    withPasswordDue: true,
    withFactorDue: true,
    body: z.strictObject({ code }),
    result: z.object({ confirmed: z.boolean(), remainingRecoveryCodes: z.int() }),
    failures: ['WRONG_CODE', 'CODE_USED', 'NO_SECOND_FACTOR'],
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor/begin',
    summary: 'Start setting up an authenticator. The returned setup data is valid for 15 minutes',
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
    summary: 'Set up the authenticator with its first code. Returns recovery codes and ends your other sessions',
    permission: 'signedIn',
    body: z.strictObject({ code }),
    result: recoveryCodes,
    failures: ['WRONG_CODE', 'CODE_USED', 'FACTOR_THERE'],
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor/remove',
    summary: 'Remove your second factor, confirmed by one of its codes or a recovery code',
    permission: 'signedIn',
    body: z.strictObject({ code }),
    result: z.object({ removed: z.boolean() }),
    failures: ['WRONG_CODE', 'CODE_USED', 'NO_SECOND_FACTOR'],
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/account/recovery-codes',
    summary: 'Replace all recovery codes, confirmed by an authenticator code or a recently used passkey',
    permission: 'signedIn',
    body: z.strictObject({ code: z.string().max(100).default('') }),
    result: recoveryCodes,
    failures: ['WRONG_CODE', 'CODE_USED', 'NO_SECOND_FACTOR'],
  },
  getOwnTour: {
    method: 'GET',
    path: '/api/account/tour',
    summary: 'Whether you have taken or declined the tour of the screens',
    permission: 'signedIn',
    result: z.object({ isFinished: z.boolean() }),
    tags: ['Account'],
  },
  finishTour: {
    method: 'POST',
    path: '/api/account/tour',
    summary: 'End or decline the tour of the screens. It isn’t offered again',
    permission: 'signedIn',
    result: z.object({ isFinished: z.boolean() }),
    tags: ['Account'],
  },
  chooseFormats: {
    method: 'POST',
    path: '/api/account/format',
    summary: 'Set how your screens show and read dates and numbers. Files and the API don’t change',
    permission: 'signedIn',
    body: displayFormats,
    result: displayFormats,
    tags: ['Account'],
  },
  listOwnSessions: {
    method: 'GET',
    path: '/api/account/session',
    summary: 'Your sessions',
    permission: 'signedIn',
    result: z.array(ownSession),
    tags: ['Account'],
  },
  endOwnSession: {
    method: 'POST',
    path: '/api/account/session/:id/end',
    summary: 'End one of your sessions',
    permission: 'signedIn',
    params: idParams,
    result: z.object({ ended: z.int() }),
    tags: ['Account'],
  },
  endOtherSessions: {
    method: 'POST',
    path: '/api/account/session/end-others',
    summary: 'End all your sessions except this one',
    permission: 'signedIn',
    result: z.object({ ended: z.int() }),
    tags: ['Account'],
  },
});
