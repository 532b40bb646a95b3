import { z } from 'zod';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { id, instant, requiredText } from '../../core/schema.ts';
import { recoveryCodes, signInResult } from '../signIn/signInAnswers.ts';

/** Bytes as browsers send them: base64url without padding. */
const bytes = (most: number) =>
  z
    .string()
    .min(1, 'is required')
    .max(most)
    .regex(/^[\w-]+$/, 'is not base64url');

const ownPasskey = z.object({
  id: id(),
  name: z.string(),
  /** The host for which it was created. It works nowhere else. */
  host: z.string(),
  createdDate: instant(),
  lastUsedDate: instant().nullable(),
});
export type OwnPasskey = z.output<typeof ownPasskey>;

const passkeys = z.array(z.object({ id: z.string(), transports: z.array(z.string()) }));

/** The options with which a browser creates a passkey. */
const newPasskey = z.object({
  challenge: z.string(),
  host: z.string(),
  /** The handle by which the passkey identifies its person. It means nothing to others. */
  handle: z.string(),
  login: z.string(),
  name: z.string(),
  /** The person's passkeys at this host. A device that has one doesn't create another. */
  passkeys,
});
export type NewPasskey = z.output<typeof newPasskey>;

/** The challenge that a browser asks a passkey to sign. */
const passkeyQuestion = z.object({
  challenge: z.string(),
  host: z.string(),
  /** The passkeys that can answer. If empty, the holder chooses one. */
  passkeys,
});
export type PasskeyQuestion = z.output<typeof passkeyQuestion>;

/** The signed response of a passkey. */
const passkeyProof = z.strictObject({
  id: bytes(1400),
  clientData: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(2000),
});
export type PasskeyProof = z.output<typeof passkeyProof>;

export const passkeyEndpoints = defineEndpoints({
  listOwnPasskeys: {
    method: 'GET',
    path: '/api/account/passkey',
    summary: 'Your passkeys for all hosts',
    permission: 'signedIn',
    result: z.array(ownPasskey),
    tags: ['Account'],
  },
  beginPasskey: {
    method: 'POST',
    path: '/api/account/passkey/begin',
    summary: 'Start creating a passkey for the page’s host. The returned browser options are valid for five minutes',
    permission: 'signedIn',
    body: z.strictObject({
      /** Required if the person has one, so that nobody can create a passkey in an unattended browser. */
      currentPassword: z.string().max(1000).default(''),
    }),
    result: newPasskey,
    failures: ['WRONG_PASSWORD', 'PASSKEY_HOST', 'PASSKEYS_ENOUGH'],
  },
  addPasskey: {
    method: 'POST',
    path: '/api/account/passkey',
    summary:
      'Save a passkey created by the browser. If it is your first second factor, returns recovery codes and ends your other sessions',
    permission: 'signedIn',
    body: z.strictObject({
      name: requiredText(100),
      id: bytes(1400),
      clientData: bytes(4000),
      attestation: bytes(16_000),
      transports: z.array(z.string().max(20)).max(10).default([]),
    }),
    result: recoveryCodes,
    failures: ['PASSKEY_REFUSED', 'PASSKEY_THERE', 'PASSKEY_HOST', 'PASSKEYS_ENOUGH'],
    tags: ['Account'],
  },
  removePasskey: {
    method: 'POST',
    path: '/api/account/passkey/:id/remove',
    summary: 'Remove one of your passkeys. Recovery codes are removed with the last second factor',
    permission: 'signedIn',
    params: idParams,
    result: z.object({ removed: z.boolean() }),
    tags: ['Account'],
  },
  requestPasskey: {
    method: 'POST',
    path: '/api/account/passkey/challenge',
    summary: 'Challenge for one of your passkeys in this session, valid for five minutes',
    permission: 'signedIn',
    readOnly: true,
    withPasswordDue: true,
    withFactorDue: true,
    result: passkeyQuestion,
    failures: ['NO_SECOND_FACTOR', 'PASSKEY_HOST'],
  },
  confirmPasskey: {
    method: 'POST',
    path: '/api/account/passkey/confirm',
    summary: 'Confirm a passkey as the second factor for this session',
    permission: 'signedIn',
    withPasswordDue: true,
    withFactorDue: true,
    body: passkeyProof,
    result: z.object({ confirmed: z.boolean() }),
    failures: ['PASSKEY_REFUSED', 'PASSKEY_HOST'],
  },
  beginPasskeySignIn: {
    method: 'POST',
    path: '/api/signin/passkey/begin',
    summary: 'Challenge for signing in with a passkey, valid for five minutes',
    permission: 'public',
    readOnly: true,
    result: passkeyQuestion,
    failures: ['PASSKEY_HOST'],
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/api/signin/passkey',
    summary: 'Sign in with only a passkey that has verified its owner. As strong as a password with a second factor',
    permission: 'public',
    body: passkeyProof,
    result: signInResult,
    failures: ['WRONG_CREDENTIALS', 'PASSKEY_HOST'],
  },
});
