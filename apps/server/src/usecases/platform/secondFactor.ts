import { attemptsOfPerson } from '@carrara/adapters/identity/throttle';
import {
  beginFactor,
  deleteFactor,
  readFactors,
  hasFactor,
  insertFactor,
  proveFactor,
  provePending,
  replaceRecoveryCodes,
  spendRecoveryCode,
} from '@carrara/adapters/identity/secondFactors';
import { createRecoveryCodes } from '@carrara/adapters/identity/recoveryCodes';
import { endSessions } from '@carrara/adapters/identity/ownSessions';
import { readHome, readPasswordHash } from '@carrara/adapters/identity/persons';
import type { SecretSeal } from '@carrara/adapters/identity/sealedSecret';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { err, ok, required } from '@carrara/domain/kernel';
import {
  type AcceptedCode,
  type CodeProof,
  decideAuthenticator,
  decideCode,
  decideFactorChange,
  noSecondFactor,
  type SignInMethod,
  displayedRecoveryCode,
} from '@carrara/domain/platform/signIn';
import type { SignedInContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';
import { type ActingPerson, inHomeTenant, limitAttempts } from './homeChange.ts';
import { type PasswordPorts, provePassword } from './password.ts';
import { completeSession, recordFactor } from './session.ts';

export interface OwnFactorPorts extends PasswordPorts {
  /** Encrypts the secrets of authenticators. */
  readonly seal: SecretSeal;
  readonly onSessionEnded: () => void;
}

export interface RecoveryCodes {
  recoveryCodes: string[];
}

async function replaceCodes(tx: Transaction, personId: string): Promise<RecoveryCodes> {
  const codes = createRecoveryCodes();
  await replaceRecoveryCodes(tx, personId, codes);
  return { recoveryCodes: codes.map(displayedRecoveryCode) };
}

/** Requires the password of a person who has one, so that nobody can set up a factor in a browser left open. Fails: as `provePassword`. */
export async function checkPassword(ports: PasswordPorts, context: ActingPerson, typed: string): Outcome<true> {
  const hash = await readPasswordHash(ports.pool, context.person.id);
  return hash === undefined ? ok(true) : provePassword(ports, context, typed, hash);
}

/**
 * Stores a new factor. With the first one, a person gets recovery codes, and their sessions without it end.
 *
 * Fails: as `insert`.
 */
export async function addFactor(
  ports: OwnFactorPorts,
  context: SignedInContext,
  operation: string,
  { isFirst, method }: { readonly isFirst: boolean; readonly method: SignInMethod },
  insert: (tx: Transaction) => Outcome<true>,
): Outcome<RecoveryCodes> {
  const { person, sessionId, now } = context;
  const added = await inHomeTenant(ports, context, operation, async (tx) => {
    const inserted = await insert(tx);
    if (inserted.isErr()) return err(inserted.error);
    return ok(isFirst ? await replaceCodes(tx, person.id) : { recoveryCodes: [] });
  });
  if (added.isErr()) return added;
  if (isFirst) {
    await endSessions(ports.pool, person.id, { remainingId: sessionId }, now);
    await recordFactor(ports, context, method);
    ports.onSessionEnded();
  } else await completeSession(ports, context, method);
  return added;
}

async function useRecoveryCode(ports: OwnFactorPorts, context: ActingPerson, text: string): Promise<CodeProof> {
  const used = await inHomeTenant(ports, context, 'useRecoveryCode', async (tx) =>
    (await spendRecoveryCode(tx, context.person.id, text)) ? ok(true) : err([]),
  );
  return used.isOk() ? { kind: 'presented', method: 'recoveryCode' } : { kind: 'wrong' };
}

/**
 * Checks the person's second factor: a code of the authenticator or, with `orRecovery`, a recovery code.
 *
 * Fails: NO_SECOND_FACTOR, TOO_MANY_ATTEMPTS, and those of `decideCode`.
 */
async function prove(
  ports: OwnFactorPorts,
  context: ActingPerson,
  text: string,
  orRecovery: boolean,
): Outcome<SignInMethod> {
  const { pool, seal } = ports;
  const { person, now } = context;
  const factors = await readFactors(pool, person.id);
  if (!hasFactor(factors)) return err(noSecondFactor);
  const accepted: AcceptedCode = !orRecovery ? 'timed' : factors.authenticatorSince === null ? 'recovery' : 'both';
  return limitAttempts(pool, attemptsOfPerson(person.id), context, ['code'], async () => {
    const timed = await proveFactor(pool, seal, { personId: person.id, text, now });
    const proof = timed.kind === 'wrong' && orRecovery ? await useRecoveryCode(ports, context, text) : timed;
    return decideCode(proof, accepted);
  });
}

/** Confirms a session with a second factor. Fails: as `prove`. */
export async function confirmSecondFactor(
  ports: OwnFactorPorts,
  context: SignedInContext,
  code: string,
): Outcome<true> {
  const method = await prove(ports, context, code, true);
  if (method.isErr()) return err(method.error);
  await completeSession(ports, context, method.value);
  return ok(true);
}

/** Starts the setup of an authenticator. Fails: as `decideAuthenticator`, `decideFactorChange` and `provePassword`. */
export async function beginSecondFactor(
  ports: OwnFactorPorts,
  context: SignedInContext,
  currentPassword: string,
): Outcome<Awaited<ReturnType<typeof beginFactor>>> {
  const { person, now, proof } = context;
  const factors = await readFactors(ports.pool, person.id);
  const decision = decideAuthenticator(factors.authenticatorSince !== null).andThen(() =>
    hasFactor(factors) ? decideFactorChange(proof, now) : ok(true as const),
  );
  const proven = decision.isErr() ? decision : await checkPassword(ports, context, currentPassword);
  if (proven.isErr()) return err(proven.error);
  const { login } = await readHome(ports.pool, person.id);
  return ok(await beginFactor(ports.pool, ports.seal, { personId: person.id, login, now }));
}

/** Completes the setup of an authenticator with one of its codes. Fails: FACTOR_THERE, TOO_MANY_ATTEMPTS, and those of `decideCode`. */
export async function enableSecondFactor(
  ports: OwnFactorPorts,
  context: SignedInContext,
  code: string,
): Outcome<RecoveryCodes> {
  const { pool, seal } = ports;
  const { person, now } = context;
  const factors = await readFactors(pool, person.id);
  const decision = decideAuthenticator(factors.authenticatorSince !== null);
  if (decision.isErr()) return err(decision.error);
  const proven = await limitAttempts(pool, attemptsOfPerson(person.id), context, ['code'], async () => {
    const { proof, secret } = await provePending(pool, seal, { personId: person.id, text: code, now });
    return decideCode(secret ? proof : { kind: 'wrong' }, 'timed').map((method) => ({
      method,
      secret: required(secret, 'the secret that the code proves'),
    }));
  });
  if (proven.isErr()) return err(proven.error);
  const { method, secret } = proven.value;
  return addFactor(ports, context, 'enableSecondFactor', { isFirst: !hasFactor(factors), method }, async (tx) =>
    decideAuthenticator(!(await insertFactor(tx, person.id, secret))),
  );
}

/** Removes the person's authenticator. Fails: as `prove`. */
export async function removeSecondFactor(ports: OwnFactorPorts, context: SignedInContext, code: string): Outcome<true> {
  const { id } = context.person;
  if ((await readFactors(ports.pool, id)).authenticatorSince === null) return err(noSecondFactor);
  const proof = await prove(ports, context, code, true);
  if (proof.isErr()) return err(proof.error);
  return inHomeTenant(ports, context, 'removeSecondFactor', async (tx) =>
    (await deleteFactor(tx, id)) ? ok(true) : err(noSecondFactor),
  );
}

/**
 * Replaces the person's recovery codes. A recovery code can't create new ones. Otherwise, somebody who found one could keep access forever.
 *
 * Fails: as `prove` and `decideFactorChange`.
 */
export async function renewRecoveryCodes(
  ports: OwnFactorPorts,
  context: SignedInContext,
  code: string,
): Outcome<RecoveryCodes> {
  const { person, now } = context;
  const factors = await readFactors(ports.pool, person.id);
  if (!hasFactor(factors)) return err(noSecondFactor);
  const proof =
    factors.authenticatorSince === null
      ? decideFactorChange(context.proof, now, ['passkey'])
      : await prove(ports, context, code, false);
  if (proof.isErr()) return err(proof.error);
  return inHomeTenant(ports, context, 'renewRecoveryCodes', async (tx) => ok(await replaceCodes(tx, person.id)));
}
