import {
  attemptsOfPerson,
  beginFactor,
  countAttempt,
  createRecoveryCodes,
  deleteFactor,
  endSessions,
  factorOf,
  forgiveAttempt,
  homeOf,
  insertFactor,
  passwordHashOf,
  type Proof,
  proveFactor,
  provePending,
  replaceRecoveryCodes,
  rotateSession,
  type SecretSeal,
  sessionsOfPerson,
  spendRecoveryCode,
  strengthenSession,
} from '@carrara/adapters/identity';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { accountEndpoints } from '@carrara/contract/platform/account';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { shownRecoveryCode, type SignInMethod } from '@carrara/domain/platform/signIn';
import type { Operations, SignedInContext } from '../../operations.ts';
import { type JoiningPorts, joinHome } from './joining.ts';

export interface AccountPorts extends JoiningPorts {
  /** Keeps the secrets of authenticators. */
  readonly seal: SecretSeal;
  readonly onSessionEnded: () => void;
}

const throttled = (field: string) =>
  err([fail('TOO_MANY_ATTEMPTS', [field], 'Too many attempts. Wait a while and try again.')]);
const wrong = () =>
  err([fail('WRONG_CODE', ['code'], 'is neither a code of your authenticator nor one of your recovery codes')]);
const used = () => err([fail('CODE_USED', ['code'], 'was used already. Wait for the next one.')]);
const noFactor = () => err([fail('NO_SECOND_FACTOR', [], 'You have set up no second factor.')]);
const there = () =>
  err([fail('FACTOR_THERE', [], 'You have a second factor. Remove it before you set up another one.')]);

type Person = Pick<SignedInContext, 'person' | 'now'>;

export function accountOperations(ports: AccountPorts): Operations<typeof accountEndpoints> {
  const { pool, passwords, seal, onSessionEnded } = ports;
  /** Writes in the trail of the home firm, where a person's own acts stand. */
  const atHome = async <T>(
    { person, now }: Person,
    operation: string,
    write: (tx: Transaction) => Promise<Result<T, Failures>>,
  ): Promise<Result<T, Failures>> => {
    const { tenantId } = await homeOf(pool, person.id);
    return ports.withTenant({ tenantId, personId: person.id, now: now.toISOString() }, async (tx) => {
      const written = await write(tx);
      if (written.isOk()) {
        const whom = { objectType: 'user', objectId: person.id, objectName: person.name } as const;
        tx.record({ operation, ...whom, before: null, after: null });
      }
      return written;
    });
  };
  /** Compares what was typed, counted before anything is compared; a right code is forgiven. */
  const counted = async (
    { person, now }: Person,
    compare: () => Promise<Proof>,
  ): Promise<Result<SignInMethod, Failures>> => {
    const attempts = attemptsOfPerson(person.id);
    if (!(await countAttempt(pool, attempts, now))) return throttled('code');
    const proof = await compare();
    if (proof.kind === 'wrong') return wrong();
    if (proof.kind === 'used') return used();
    await forgiveAttempt(pool, attempts);
    return ok(proof.method);
  };
  const byRecoveryCode = async (context: Person, text: string): Promise<Proof> => {
    const found = await atHome(context, 'useRecoveryCode', async (tx) =>
      (await spendRecoveryCode(tx, context.person.id, text)) ? ok(true) : wrong(),
    );
    return found.isOk() ? { kind: 'shown', method: 'recoveryCode' } : { kind: 'wrong' };
  };
  /** The own second factor: a code of the authenticator or, where `orRecovery`, one of the codes for the day it is lost. */
  const prove = async (context: Person, text: string, orRecovery: boolean): Promise<Result<SignInMethod, Failures>> => {
    const { person, now } = context;
    if (!(await factorOf(pool, person.id))) return noFactor();
    return counted(context, async () => {
      const proof = await proveFactor(pool, seal, { personId: person.id, text, now });
      return proof.kind === 'wrong' && orRecovery ? byRecoveryCode(context, text) : proof;
    });
  };
  const strengthen = async ({ sessionId, now, client }: SignedInContext, method: SignInMethod) => {
    const done = await strengthenSession(pool, { sessionId, method, now });
    // What was a weaker session goes on under another token; a program keeps its own.
    const next = client.cookieToken === undefined ? undefined : await rotateSession(pool, client.cookieToken, now);
    if (next !== undefined) client.keepSession(next);
    return done;
  };
  const keepCodes = async (tx: Transaction, personId: string) => {
    const codes = createRecoveryCodes();
    await replaceRecoveryCodes(tx, personId, codes);
    return { recoveryCodes: codes.map(shownRecoveryCode) };
  };
  return {
    async getAccount({ person }) {
      const [factor, hash] = await Promise.all([factorOf(pool, person.id), passwordHashOf(pool, person.id)]);
      return ok({
        hasPassword: hash !== undefined,
        secondFactorSince: factor?.since ?? null,
        recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
      });
    },
    async confirmSecondFactor(context, { body }) {
      const { person, now } = context;
      const method = await prove(context, body.code, true);
      if (method.isErr()) return err(method.error);
      const done = await strengthen(context, method.value);
      if (done?.wasDue && !done.passwordDue) await joinHome(ports, { personId: person.id, now });
      const left = (await factorOf(pool, person.id))?.recoveryCodesLeft ?? 0;
      return ok({ confirmed: true, recoveryCodesLeft: left });
    },
    async beginSecondFactor({ person, now }, { body }) {
      if (await factorOf(pool, person.id)) return there();
      const hash = await passwordHashOf(pool, person.id);
      if (hash !== undefined) {
        const attempts = attemptsOfPerson(person.id);
        if (!(await countAttempt(pool, attempts, now))) return throttled('currentPassword');
        if (!(await passwords.matches(body.currentPassword, hash))) {
          return err([fail('WRONG_PASSWORD', ['currentPassword'], 'is not your password')]);
        }
        await forgiveAttempt(pool, attempts);
      }
      const { login } = await homeOf(pool, person.id);
      return ok({ ...(await beginFactor(pool, seal, { personId: person.id, login, now })) });
    },
    async enableSecondFactor(context, { body }) {
      const { person, sessionId, now } = context;
      if (await factorOf(pool, person.id)) return there();
      let secret: Buffer | undefined;
      const shown = await counted(context, async () => {
        const pending = await provePending(pool, seal, { personId: person.id, text: body.code, now });
        secret = pending.secret;
        return pending.proof;
      });
      if (shown.isErr()) return err(shown.error);
      const sealed = secret;
      if (!sealed) return wrong();
      const kept = await atHome(context, 'enableSecondFactor', async (tx) =>
        (await insertFactor(tx, person.id, sealed)) ? ok(await keepCodes(tx, person.id)) : there(),
      );
      if (kept.isErr()) return kept;
      await endSessions(pool, person.id, { but: sessionId }, now);
      await strengthen(context, shown.value);
      onSessionEnded();
      return kept;
    },
    async removeSecondFactor(context, { body }) {
      const shown = await prove(context, body.code, true);
      if (shown.isErr()) return err(shown.error);
      return atHome(context, 'removeSecondFactor', async (tx) =>
        (await deleteFactor(tx, context.person.id)) ? ok({ removed: true }) : noFactor(),
      );
    },
    async makeRecoveryCodes(context, { body }) {
      const shown = await prove(context, body.code, false);
      if (shown.isErr()) return err(shown.error);
      return atHome(context, 'makeRecoveryCodes', async (tx) => ok(await keepCodes(tx, context.person.id)));
    },
    async listOwnSessions({ person, sessionId, now }) {
      const sessions = await sessionsOfPerson(pool, person.id, now);
      return ok(
        sessions.map((session) => ({
          ...session,
          methods: [...session.methods],
          isThis: session.id === sessionId,
        })),
      );
    },
    async endOwnSession({ person, now }, { params }) {
      const ended = await endSessions(pool, person.id, { id: params.id }, now);
      if (ended === 0) return err([fail('NOT_FOUND', ['id'], `There is no session ${params.id} of yours.`)]);
      onSessionEnded();
      return ok({ ended });
    },
    async endOtherSessions({ person, sessionId, now }) {
      const ended = await endSessions(pool, person.id, { but: sessionId }, now);
      if (ended > 0) onSessionEnded();
      return ok({ ended });
    },
  };
}
