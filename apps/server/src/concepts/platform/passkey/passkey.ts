import { listPasskeys, type PasskeyLocation } from '@carrara/adapters/identity/passkeys';
import type { passkeyEndpoints } from '@carrara/contract/platform/passkey/passkey';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Operations, PublicContext } from '../../../core/operations.ts';
import {
  addPasskey,
  requestPasskey,
  beginPasskey,
  confirmPasskey,
  type PasskeyPorts,
  removePasskey,
  signInWithPasskey,
} from '../../../usecases/platform/passkey.ts';
import { passkeyLocation } from './passkeyLocation.ts';
import { tenantsAfterSignIn } from '../tenant/tenantEntries.ts';

/** Runs a call that needs the page of the request. Fails: PASSKEY_HOST. */
async function withLocation<T>(
  { client }: PublicContext,
  work: (location: PasskeyLocation) => Promise<Result<T, Failures>>,
): Promise<Result<T, Failures>> {
  const current = passkeyLocation(client);
  if (current) return work(current);
  const text = 'Passkeys need a host name. Open this installation by its name, not by its IP address.';
  return err([fail('PASSKEY_HOST', [], text)]);
}

/** Operations on passkeys. They can't be guessed, so attempts aren't counted. */
export function passkeyOperations(ports: PasskeyPorts): Operations<typeof passkeyEndpoints> {
  return {
    listOwnPasskeys: async ({ person }) => ok(await listPasskeys(ports.pool, person.id)),
    beginPasskey: (context, { body }) =>
      withLocation(context, (location) => beginPasskey(ports, context, location, body.currentPassword)),
    addPasskey: (context, { body }) => withLocation(context, (location) => addPasskey(ports, context, location, body)),
    removePasskey: async (context, { params }) =>
      (await removePasskey(ports, context, params.id)).map((removed) => ({ removed })),
    requestPasskey: (context) => withLocation(context, (location) => requestPasskey(ports, context, location)),
    confirmPasskey: async (context, { body }) =>
      (await withLocation(context, (location) => confirmPasskey(ports, context, location, body))).map((confirmed) => ({
        confirmed,
      })),
    beginPasskeySignIn: (context) =>
      withLocation(context, async ({ host }) =>
        ok({ challenge: ports.challenges.create({ kind: 'signIn' }, context.now), host, passkeys: [] }),
      ),
    async signInWithPasskey(context, { body }) {
      const opened = await withLocation(context, (location) => signInWithPasskey(ports, context, location, body));
      if (opened.isErr()) return err(opened.error);
      context.client.storeSession(opened.value.token);
      return ok(await tenantsAfterSignIn(ports.pool, opened.value, context.now));
    },
  };
}
