import {
  attemptsOfPerson,
  beginFactor,
  countAttempt,
  deleteFactor,
  endSessions,
  factorsOf,
  forgiveAttempt,
  hasFactor,
  homeOf,
  insertFactor,
  passwordHashOf,
  pictureOfPerson,
  type Proof,
  proveFactor,
  provePending,
  replacePicture,
  sessionsOfPerson,
  spendRecoveryCode,
} from '@carrara/adapters/identity';
import type { accountEndpoints } from '@carrara/contract/platform/account';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { SignInMethod } from '@carrara/domain/platform/signIn';
import type { Operations } from '../../core/operations.ts';
import { imageTypeOf, pictureOf } from '../../files/imageType.ts';
import {
  askAgain,
  noFactor,
  type OwnFactorPorts,
  ownFactors,
  type Person,
  throttled,
} from '../../usecases/platform/ownFactors.ts';
import { placeOf } from './passkeyPlace.ts';

export type AccountPorts = OwnFactorPorts;

/** Codes that would have been accepted. */
type Wanted = 'timed' | 'recovery' | 'both';
const notWanted: Readonly<Record<Wanted, string>> = {
  timed: 'isn’t the current code of your authenticator. Check the clock of your phone.',
  recovery: 'isn’t one of your unused recovery codes',
  both: 'isn’t the current code of your authenticator or one of your unused recovery codes',
};
const wrong = (wanted: Wanted) => err([fail('WRONG_CODE', ['code'], notWanted[wanted])]);
const used = () => err([fail('CODE_USED', ['code'], 'has already been used. Wait for the next one.')]);
const there = () =>
  err([fail('FACTOR_THERE', [], 'You have an authenticator. Remove it before you set up another one.')]);

export function accountOperations(ports: AccountPorts): Operations<typeof accountEndpoints> {
  const { pool, seal, onSessionEnded } = ports;
  const { atHome, askPassword, shown, begun, keepCodes } = ownFactors(ports);
  /** Checks a typed code, counting the attempt first. A correct code clears the count. */
  const counted = async (
    { person, now }: Person,
    wanted: Wanted,
    compare: () => Promise<Proof>,
  ): Promise<Result<SignInMethod, Failures>> => {
    const attempts = attemptsOfPerson(person.id);
    if (!(await countAttempt(pool, attempts, now))) return throttled('code');
    const proof = await compare();
    if (proof.kind === 'wrong') return wrong(wanted);
    if (proof.kind === 'used') return used();
    await forgiveAttempt(pool, attempts);
    return ok(proof.method);
  };
  const byRecoveryCode = async (context: Person, text: string): Promise<Proof> => {
    const found = await atHome(context, 'useRecoveryCode', async (tx) =>
      (await spendRecoveryCode(tx, context.person.id, text)) ? ok(true) : wrong('recovery'),
    );
    return found.isOk() ? { kind: 'shown', method: 'recoveryCode' } : { kind: 'wrong' };
  };
  /** Checks the person's second factor: a code of the authenticator or, with `orRecovery`, a recovery code. */
  const prove = async (context: Person, text: string, orRecovery: boolean): Promise<Result<SignInMethod, Failures>> => {
    const { person, now } = context;
    const factors = await factorsOf(pool, person.id);
    if (!hasFactor(factors)) return noFactor();
    const wanted = !orRecovery ? 'timed' : factors.authenticatorSince === null ? 'recovery' : 'both';
    return counted(context, wanted, async () => {
      const proof = await proveFactor(pool, seal, { personId: person.id, text, now });
      return proof.kind === 'wrong' && orRecovery ? byRecoveryCode(context, text) : proof;
    });
  };
  const hasAuthenticator = async (personId: string) => (await factorsOf(pool, personId)).authenticatorSince !== null;
  return {
    async getAccount({ person }) {
      const [factors, hash] = await Promise.all([factorsOf(pool, person.id), passwordHashOf(pool, person.id)]);
      return ok({
        hasPassword: hash !== undefined,
        secondFactorSince: factors.authenticatorSince,
        recoveryCodesLeft: factors.recoveryCodesLeft,
      });
    },
    async getOwnPicture({ person }) {
      const found = await pictureOfPerson(pool, person.id);
      return ok({ picture: found ? `data:${found.type};base64,${found.bytes.toString('base64')}` : null });
    },
    async giveOwnPicture(context, { file }) {
      const bytes = await pictureOf(file);
      if (bytes.isErr()) return err(bytes.error);
      const type = await imageTypeOf(bytes.value);
      if (type.isErr()) return err(type.error);
      const picture = { type: type.value, bytes: bytes.value };
      return atHome(context, 'giveOwnPicture', async (tx) =>
        ok({ saved: await replacePicture(tx, context.person.id, picture) }),
      );
    },
    removeOwnPicture: (context) =>
      atHome(context, 'removeOwnPicture', async (tx) =>
        ok({ removed: await replacePicture(tx, context.person.id, null) }),
      ),
    async getOwnFactors({ person, client }) {
      const [factors, hash] = await Promise.all([factorsOf(pool, person.id), passwordHashOf(pool, person.id)]);
      const host = placeOf(client)?.host;
      return ok({
        authenticator: factors.authenticatorSince !== null,
        passkey: host !== undefined && factors.passkeyHosts.includes(host),
        recoveryCodes: factors.recoveryCodesLeft > 0,
        hasPassword: hash !== undefined,
      });
    },
    async confirmSecondFactor(context, { body }) {
      const method = await prove(context, body.code, true);
      if (method.isErr()) return err(method.error);
      await shown(context, method.value);
      const { recoveryCodesLeft } = await factorsOf(pool, context.person.id);
      return ok({ confirmed: true, recoveryCodesLeft });
    },
    async beginSecondFactor(context, { body }) {
      const { person, now } = context;
      const factors = await factorsOf(pool, person.id);
      if (factors.authenticatorSince !== null) return there();
      if (hasFactor(factors)) {
        const lately = askAgain(context);
        if (lately.isErr()) return err(lately.error);
      }
      const known = await askPassword(context, body.currentPassword);
      if (known.isErr()) return err(known.error);
      const { login } = await homeOf(pool, person.id);
      return ok({ ...(await beginFactor(pool, seal, { personId: person.id, login, now })) });
    },
    async enableSecondFactor(context, { body }) {
      const { person, now } = context;
      const factors = await factorsOf(pool, person.id);
      if (factors.authenticatorSince !== null) return there();
      const isFirst = !hasFactor(factors);
      let secret: Buffer | undefined;
      const proof = await counted(context, 'timed', async () => {
        const pending = await provePending(pool, seal, { personId: person.id, text: body.code, now });
        secret = pending.secret;
        return pending.proof;
      });
      if (proof.isErr()) return err(proof.error);
      const sealed = secret;
      if (!sealed) return wrong('timed');
      const kept = await atHome(context, 'enableSecondFactor', async (tx) => {
        if (!(await insertFactor(tx, person.id, sealed))) return there();
        return ok(isFirst ? await keepCodes(tx, person.id) : { recoveryCodes: [] });
      });
      if (kept.isErr()) return kept;
      await (isFirst ? begun : shown)(context, proof.value);
      return kept;
    },
    async removeSecondFactor(context, { body }) {
      if (!(await hasAuthenticator(context.person.id))) return noFactor();
      const proof = await prove(context, body.code, true);
      if (proof.isErr()) return err(proof.error);
      return atHome(context, 'removeSecondFactor', async (tx) =>
        (await deleteFactor(tx, context.person.id)) ? ok({ removed: true }) : noFactor(),
      );
    },
    async makeRecoveryCodes(context, { body }) {
      const factors = await factorsOf(pool, context.person.id);
      if (!hasFactor(factors)) return noFactor();
      // A recovery code can't create new ones. Otherwise, somebody who found one could keep access forever.
      const proof =
        factors.authenticatorSince === null ? askAgain(context, ['passkey']) : await prove(context, body.code, false);
      if (proof.isErr()) return err(proof.error);
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
      if (ended === 0) return err([fail('NOT_FOUND', ['id'], 'You have no such session.')]);
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
