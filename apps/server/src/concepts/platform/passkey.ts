import {
  type Checked,
  deletePasskey,
  factorsOf,
  hasFactor,
  homeOf,
  insertPasskey,
  invitationsOf,
  openSession,
  type PasskeyChallenges,
  passkeysAtHost,
  passkeysOf,
  provePasskey,
  readPasskey,
} from '@carrara/adapters/identity';
import type { passkeyEndpoints } from '@carrara/contract/platform/passkey';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { passkeysAtMost } from '@carrara/domain/platform/signIn';
import type { Operations } from '../../core/operations.ts';
import { joinHome } from '../../usecases/platform/joining.ts';
import { askAgain, noFactor, type OwnFactorPorts, ownFactors } from '../../usecases/platform/ownFactors.ts';
import { placeOf } from './passkeyPlace.ts';
import { tenantsOf } from './tenantEntries.ts';

export interface PasskeyPorts extends OwnFactorPorts {
  readonly challenges: PasskeyChallenges;
  /** True if people sign in with credentials of this installation, not only at a provider. */
  readonly localAccounts: boolean;
}

const noPlace = () =>
  err([
    fail('PASSKEY_HOST', [], 'Passkeys need a host name. Open this installation by its name, not by its IP address.'),
  ]);
const enough = () =>
  err([fail('PASSKEYS_ENOUGH', [], `You have ${String(passkeysAtMost)} passkeys. Remove one first.`)]);
const unverified =
  'This passkey didn’t ask for a PIN, fingerprint or face, so anyone who has it could use it. Set one of these up on the device, or use another passkey.';
const refused =
  'This passkey was refused. It isn’t yours at this address, the request expired, or it was already used. Try again.';

/** Converts a refusal to a failure. */
const found = <T>(checked: Checked<T>): Result<T, Failures> =>
  checked.kind === 'right'
    ? ok(checked.found)
    : err([fail('PASSKEY_REFUSED', [], checked.kind === 'wrong' ? refused : unverified)]);

/** Operations on passkeys. They can't be guessed, so attempts aren't counted. */
export function passkeyOperations(ports: PasskeyPorts): Operations<typeof passkeyEndpoints> {
  const { pool, challenges, localAccounts } = ports;
  const { atHome, askPassword, shown, begun, keepCodes } = ownFactors(ports);
  return {
    async listOwnPasskeys({ person }) {
      return ok(await passkeysOf(pool, person.id));
    },
    async beginPasskey(context, { body }) {
      const { person, sessionId, client, now } = context;
      const place = placeOf(client);
      if (!place) return noPlace();
      const factors = await factorsOf(pool, person.id);
      if (factors.passkeyHosts.length >= passkeysAtMost) return enough();
      const lately = hasFactor(factors) ? askAgain(context) : ok(true);
      if (lately.isErr()) return err(lately.error);
      const right = await askPassword(context, body.currentPassword);
      if (right.isErr()) return err(right.error);
      const { login } = await homeOf(pool, person.id);
      return ok({
        challenge: challenges.make({ kind: 'make', sessionId }, now),
        host: place.host,
        handle: Buffer.from(person.id.replaceAll('-', ''), 'hex').toString('base64url'),
        login,
        name: person.name,
        known: await passkeysAtHost(pool, person.id, place.host),
      });
    },
    async addPasskey(context, { body }) {
      const { person, sessionId, client, now } = context;
      const place = placeOf(client);
      if (!place) return noPlace();
      const factors = await factorsOf(pool, person.id);
      if (factors.passkeyHosts.length >= passkeysAtMost) return enough();
      const asked = { challenges, purpose: { kind: 'make', sessionId }, place, now } as const;
      const passkey = found(await readPasskey(pool, asked, body));
      if (passkey.isErr()) return err(passkey.error);
      const isFirst = !hasFactor(factors);
      const kept = await atHome(context, 'addPasskey', async (tx) => {
        const made = { name: body.name, host: place.host, passkey: passkey.value };
        if (!(await insertPasskey(tx, person.id, made)))
          return err([fail('PASSKEY_THERE', [], 'This passkey is already registered.')]);
        return ok(isFirst ? await keepCodes(tx, person.id) : { recoveryCodes: [] });
      });
      if (kept.isOk()) await (isFirst ? begun : shown)(context, 'passkey');
      return kept;
    },
    async removePasskey(context, { params }) {
      const lately = askAgain(context);
      if (lately.isErr()) return err(lately.error);
      return atHome(context, 'removePasskey', async (tx) =>
        (await deletePasskey(tx, context.person.id, params.id))
          ? ok({ removed: true })
          : err([fail('NOT_FOUND', ['id'], 'You have no such passkey.')]),
      );
    },
    async askPasskey({ person, sessionId, client, now }) {
      const place = placeOf(client);
      if (!place) return noPlace();
      const known = await passkeysAtHost(pool, person.id, place.host);
      if (known.length === 0) return noFactor();
      return ok({ challenge: challenges.make({ kind: 'show', sessionId }, now), host: place.host, known });
    },
    async confirmPasskey(context, { body }) {
      const { person, sessionId, client, now } = context;
      const place = placeOf(client);
      if (!place) return noPlace();
      const asked = { challenges, purpose: { kind: 'show', sessionId }, place, now } as const;
      const proof = found(await provePasskey(pool, asked, body, person.id));
      if (proof.isErr()) return err(proof.error);
      await shown(context, 'passkey');
      return ok({ confirmed: true });
    },
    async beginPasskeySignIn({ client, now }) {
      const place = placeOf(client);
      if (!place) return noPlace();
      return ok({ challenge: challenges.make({ kind: 'signIn' }, now), host: place.host, known: [] });
    },
    async signInWithPasskey({ client, now }, { body }) {
      const place = placeOf(client);
      if (!place) return noPlace();
      const { address, userAgent, sessionToken } = client;
      const asked = { challenges, purpose: { kind: 'signIn' }, place, now } as const;
      const proof = localAccounts ? found(await provePasskey(pool, asked, body)) : err([]);
      if (proof.isErr()) {
        const [reason] = proof.error;
        return err([fail('WRONG_CREDENTIALS', [], reason?.detail ?? 'This installation doesn’t accept passkeys.')]);
      }
      const { personId } = proof.value;
      const session = { personId, now, address, userAgent, methods: ['passkey'], replaces: sessionToken } as const;
      const { token } = await openSession(pool, session);
      client.keepSession(token);
      await joinHome(ports, { personId, now });
      const [tenants, invitations] = await Promise.all([tenantsOf(pool, personId), invitationsOf(pool, personId, now)]);
      return ok({ tenants, invitations: invitations.length });
    },
  };
}
