import {
  type PasskeyCheck,
  deletePasskey,
  insertPasskey,
  type CreatedPasskey,
  type PasskeyLocation,
  passkeysAtHost,
  provePasskey,
  readPasskey,
} from '@carrara/adapters/identity/passkeys';
import { readFactors, hasFactor } from '@carrara/adapters/identity/secondFactors';
import { readHome } from '@carrara/adapters/identity/persons';
import type { PasskeyChallenges } from '@carrara/adapters/identity/passkeyChallenges';
import type { PasskeyProof } from '@carrara/contract/platform/passkey/passkey';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { decideFactorChange, decidePasskey, noSecondFactor } from '@carrara/domain/platform/signIn';
import type { PublicContext, SignedInContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';
import { inHomeTenant } from './homeChange.ts';
import { addFactor, checkPassword, type OwnFactorPorts, type RecoveryCodes } from './secondFactor.ts';
import { completeSession, type OpenedSession, signInIdentified, wrongCredentials } from './session.ts';

export interface PasskeyPorts extends OwnFactorPorts {
  readonly challenges: PasskeyChallenges;
  /** True if people sign in with credentials of this installation, not only at a provider. */
  readonly localAccounts: boolean;
}

const unverified =
  'This passkey didn’t ask for a PIN, fingerprint or face, so anyone who has it could use it. Set one of these up on the device, or use another passkey.';
const refused =
  'This passkey was refused. It isn’t yours at this address, the request expired, or it was already used. Try again.';

/** Converts a refusal to a failure. */
const found = <T>(checked: PasskeyCheck<T>): Result<T, Failures> =>
  checked.kind === 'right'
    ? ok(checked.found)
    : err([fail('PASSKEY_REFUSED', [], checked.kind === 'wrong' ? refused : unverified)]);

/** Starts the creation of a passkey. Fails: as `decidePasskey`, `decideFactorChange` and `provePassword`. */
export async function beginPasskey(
  ports: PasskeyPorts,
  context: SignedInContext,
  { host }: PasskeyLocation,
  currentPassword: string,
) {
  const { pool, challenges } = ports;
  const { person, sessionId, now, proof } = context;
  const factors = await readFactors(pool, person.id);
  const decision = decidePasskey(factors.passkeyHosts.length).andThen(() =>
    hasFactor(factors) ? decideFactorChange(proof, now) : ok(true as const),
  );
  const proven = decision.isErr() ? decision : await checkPassword(ports, context, currentPassword);
  if (proven.isErr()) return err(proven.error);
  const { login } = await readHome(pool, person.id);
  return ok({
    challenge: challenges.create({ kind: 'create', sessionId }, now),
    host,
    handle: Buffer.from(person.id.replaceAll('-', ''), 'hex').toString('base64url'),
    login,
    name: person.name,
    passkeys: await passkeysAtHost(pool, person.id, host),
  });
}

/** Stores a created passkey. Fails: PASSKEY_REFUSED, PASSKEY_THERE, and those of `decidePasskey`. */
export async function addPasskey(
  ports: PasskeyPorts,
  context: SignedInContext,
  location: PasskeyLocation,
  created: CreatedPasskey & { readonly name: string },
): Outcome<RecoveryCodes> {
  const { pool, challenges } = ports;
  const { person, sessionId, now } = context;
  const factors = await readFactors(pool, person.id);
  const decision = decidePasskey(factors.passkeyHosts.length);
  if (decision.isErr()) return err(decision.error);
  const ceremony = { challenges, purpose: { kind: 'create', sessionId }, location, now } as const;
  const read = found(await readPasskey(pool, ceremony, created));
  if (read.isErr()) return err(read.error);
  const passkey = { name: created.name, host: location.host, passkey: read.value };
  const factor = { isFirst: !hasFactor(factors), method: 'passkey' } as const;
  return addFactor(ports, context, 'addPasskey', factor, async (tx) =>
    (await insertPasskey(tx, person.id, passkey))
      ? ok(true)
      : err([fail('PASSKEY_THERE', [], 'This passkey is already registered.')]),
  );
}

/** Removes one of the person's passkeys. Fails: NOT_FOUND, and those of `decideFactorChange`. */
export async function removePasskey(ports: PasskeyPorts, context: SignedInContext, id: string): Outcome<true> {
  const decision = decideFactorChange(context.proof, context.now);
  if (decision.isErr()) return err(decision.error);
  return inHomeTenant(ports, context, 'removePasskey', async (tx) =>
    (await deletePasskey(tx, context.person.id, id))
      ? ok(true)
      : err([fail('NOT_FOUND', ['id'], 'You have no such passkey.')]),
  );
}

/** Requests a passkey of the person. Fails: NO_SECOND_FACTOR. */
export async function requestPasskey(
  { pool, challenges }: PasskeyPorts,
  { person, sessionId, now }: SignedInContext,
  { host }: PasskeyLocation,
) {
  const existing = await passkeysAtHost(pool, person.id, host);
  if (existing.length === 0) return err(noSecondFactor);
  return ok({ challenge: challenges.create({ kind: 'present', sessionId }, now), host, passkeys: existing });
}

/** Confirms a session with a passkey. Fails: PASSKEY_REFUSED. */
export async function confirmPasskey(
  ports: PasskeyPorts,
  context: SignedInContext,
  location: PasskeyLocation,
  passkeyProof: PasskeyProof,
): Outcome<true> {
  const { challenges, pool } = ports;
  const { person, sessionId, now } = context;
  const ceremony = { challenges, purpose: { kind: 'present', sessionId }, location, now } as const;
  const proof = found(await provePasskey(pool, ceremony, passkeyProof, person.id));
  if (proof.isErr()) return err(proof.error);
  await completeSession(ports, context, 'passkey');
  return ok(true);
}

/** Signs in with a passkey. Fails: WRONG_CREDENTIALS. */
export async function signInWithPasskey(
  ports: PasskeyPorts,
  context: PublicContext,
  location: PasskeyLocation,
  passkeyProof: PasskeyProof,
): Outcome<OpenedSession> {
  if (!ports.localAccounts) return wrongCredentials('This installation doesn’t accept passkeys.');
  const ceremony = { challenges: ports.challenges, purpose: { kind: 'signIn' }, location, now: context.now } as const;
  const proof = found(await provePasskey(ports.pool, ceremony, passkeyProof));
  if (proof.isErr()) return wrongCredentials(proof.error[0]?.detail);
  return ok(await signInIdentified(ports, context, proof.value.personId));
}
