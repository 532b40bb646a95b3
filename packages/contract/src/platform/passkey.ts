import { z } from 'zod';
import { defineEndpoints, idParams } from '../core/endpoint.ts';
import { id, instant, requiredText } from '../core/schema.ts';
import { recoveryCodes, signInResult } from './signInAnswers.ts';

/** Bytes as browsers send them: base64url, without padding. */
const bytes = (most: number) =>
  z
    .string()
    .min(1, 'is required')
    .max(most)
    .regex(/^[\w-]+$/, 'is not base64url');

const ownPasskey = z.object({
  id: id(),
  name: z.string(),
  /** The host that it was made at: it signs in nowhere else. */
  host: z.string(),
  createdDate: instant(),
  lastUsedDate: instant().nullable(),
});
export type OwnPasskey = z.output<typeof ownPasskey>;

const known = z.array(z.object({ id: z.string(), transports: z.array(z.string()) }));

/** What a browser is told to make a passkey with. */
const newPasskey = z.object({
  challenge: z.string(),
  host: z.string(),
  /** By which the passkey will name its person: it says nothing to others. */
  handle: z.string(),
  login: z.string(),
  name: z.string(),
  /** Those that the person has at this host: a device that holds one makes no other. */
  known,
});
export type NewPasskey = z.output<typeof newPasskey>;

/** What a browser is told to have signed. */
const passkeyQuestion = z.object({
  challenge: z.string(),
  host: z.string(),
  /** Which ones can answer; none named: whichever its holder chooses. */
  known,
});
export type PasskeyQuestion = z.output<typeof passkeyQuestion>;

/** What a passkey has signed. */
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
    summary: 'The own passkeys, of whichever host',
    permission: 'signedIn',
    result: z.array(ownPasskey),
    tags: ['Account'],
  },
  beginPasskey: {
    method: 'POST',
    path: '/api/account/passkey/begin',
    summary: 'Begin to create a passkey for the host of the page: options for the browser, valid for five minutes',
    permission: 'signedIn',
    body: z.strictObject({
      /** Asked of whoever has one: a browser that was left open makes none. */
      currentPassword: z.string().max(1000).default(''),
    }),
    result: newPasskey,
    failures: ['WRONG_PASSWORD', 'PASSKEY_HOST', 'PASSKEYS_ENOUGH'],
  },
  addPasskey: {
    method: 'POST',
    path: '/api/account/passkey',
    summary:
      'Keep a passkey that a browser has made. The first factor of a person answers recovery codes, and all other sessions end',
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
    summary: 'Take an own passkey away; the recovery codes go with the last factor',
    permission: 'signedIn',
    params: idParams,
    result: z.object({ removed: z.boolean() }),
    tags: ['Account'],
  },
  askPasskey: {
    method: 'POST',
    path: '/api/account/passkey/ask',
    summary: 'Challenge for a passkey of the person in this session, valid for five minutes',
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
    summary: 'Show a passkey as the second factor in this session: at the sign-in, or before what is sensitive',
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
    summary: 'Challenge for a sign-in by passkey, valid for five minutes',
    permission: 'public',
    readOnly: true,
    result: passkeyQuestion,
    failures: ['PASSKEY_HOST'],
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/api/signin/passkey',
    summary:
      'Sign in with a passkey alone, which has verified its holder: as strong as a password with a second factor',
    permission: 'public',
    body: passkeyProof,
    result: signInResult,
    failures: ['WRONG_CREDENTIALS', 'PASSKEY_HOST'],
  },
});
