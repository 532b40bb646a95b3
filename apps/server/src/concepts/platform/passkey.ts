import { passkeysOf, type PasskeyLocation } from '@carrara/adapters/identity/passkeys';
import type { passkeyEndpoints } from '@carrara/contract/platform/passkey';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Operations, PublicContext } from '../../core/operations.ts';
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  confirmPasskey,
  type PasskeyPorts,
  removePasskey,
  signInWithPasskey,
} from '../../usecases/platform/passkey.ts';
import { placeOf } from './passkeyPlace.ts';
import { tenantsAfterSignIn } from './tenantEntries.ts';

/** Runs a call that needs the page of the request. Fails: PASSKEY_HOST. */
async function atPlace<T>(
  { client }: PublicContext,
  work: (place: PasskeyLocation) => Promise<Result<T, Failures>>,
): Promise<Result<T, Failures>> {
  const place = placeOf(client);
  if (place) return work(place);
  const text = 'Passkeys need a host name. Open this installation by its name, not by its IP address.';
  return err([fail('PASSKEY_HOST', [], text)]);
}

/** Operations on passkeys. They can't be guessed, so attempts aren't counted. */
export function passkeyOperations(ports: PasskeyPorts): Operations<typeof passkeyEndpoints> {
  return {
    listOwnPasskeys: async ({ person }) => ok(await passkeysOf(ports.pool, person.id)),
    beginPasskey: (context, { body }) =>
      atPlace(context, (place) => beginPasskey(ports, context, place, body.currentPassword)),
    addPasskey: (context, { body }) => atPlace(context, (place) => addPasskey(ports, context, place, body)),
    removePasskey: async (context, { params }) =>
      (await removePasskey(ports, context, params.id)).map((removed) => ({ removed })),
    askPasskey: (context) => atPlace(context, (place) => askPasskey(ports, context, place)),
    confirmPasskey: async (context, { body }) =>
      (await atPlace(context, (place) => confirmPasskey(ports, context, place, body))).map((confirmed) => ({
        confirmed,
      })),
    beginPasskeySignIn: (context) =>
      atPlace(context, async ({ host }) =>
        ok({ challenge: ports.challenges.make({ kind: 'signIn' }, context.now), host, known: [] }),
      ),
    async signInWithPasskey(context, { body }) {
      const opened = await atPlace(context, (place) => signInWithPasskey(ports, context, place, body));
      if (opened.isErr()) return err(opened.error);
      context.client.storeSession(opened.value.token);
      return ok(await tenantsAfterSignIn(ports.pool, opened.value, context.now));
    },
  };
}
