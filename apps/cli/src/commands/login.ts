import { signinEndpoints } from '@carrara/contract/platform/signIn/signin';
import type { Command } from 'commander';
import { act, withExamples } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import type { World } from '../run/world.ts';
import { promptPassword } from '../session/promptPassword.ts';
import { dropSession, storeSession, storedSessions } from '../session/storedSessions.ts';
import {
  anonymousClient,
  selectFirm,
  runInSession,
  resolveServer,
  signIn,
  withServerOptions,
} from '../session/openSession.ts';
import { valueOrStop } from '../session/failureStop.ts';
import { isOpen } from '../settings/serverAddress.ts';
import { type SettingValues, resolveSettings } from '../settings/settings.ts';

/** `carrara login`: stores a session for the other commands. Only its owner can read it. */
export function addLogin(command: Command, world: World): void {
  withExamples(
    withServerOptions(command),
    'carrara login --server https://carrara.example --login ana@example.com',
    "printf '%s' \"$SECRET\" | carrara login --server https://carrara.example --login robot@example.com --tenant 'Alder Capital'",
  );
  act(command, world, async (run, flags: SettingValues) => {
    const { server } = await resolveServer(run, flags);
    const { login, tenant } = await resolveSettings(run, flags);
    if (!login) throw new CommandStop('misused', 'Pass your login with --login.');
    if (isOpen(server)) run.warn(`The password is sent to ${server} unencrypted. Use https.`);
    const password = await promptPassword(run, `Password for ${login.value} at ${server}: `);
    if (password === '') throw new CommandStop('misused', 'No password was entered.');
    const anonymous = anonymousClient(run, server);
    const promptCode = async () =>
      run.environment['CARRARA_CODE'] ??
      (run.input.isTTY ? promptPassword(run, 'Code from your authenticator, or a recovery code: ') : undefined);
    const { token } = await signIn(anonymous, server, login.value, password, promptCode);
    const client = anonymous.as({ token });
    try {
      const { tenant: name, tenantId } = await selectFirm(server, client, token, tenant?.value);
      const { sessions } = await storedSessions(run);
      await storeSession(run, server, { token, login: login.value, tenantId, tenant: name });
      const before = sessions[server];
      if (before) await anonymous.as({ token: before.token }).call(signinEndpoints.signOut, {});
      if (run.json) await run.print(JSON.stringify({ Server: server, Login: login.value, Firm: name }));
      else run.note(`Signed in to ${server} as ${login.value}, in ${name}.`);
    } catch (error) {
      await client.call(signinEndpoints.signOut, {});
      throw error;
    }
  });
}

/** `carrara logout`: ends the session on the server and deletes it here. */
export function addLogout(command: Command, world: World): void {
  withExamples(withServerOptions(command), 'carrara logout');
  act(command, world, async (run, flags: SettingValues) => {
    const { server } = await resolveServer(run, flags);
    const session = (await storedSessions(run)).sessions[server];
    if (!session) return run.note(`You weren’t signed in to ${server}.`);
    await dropSession(run, server);
    const ended = await anonymousClient(run, server).as({ token: session.token }).call(signinEndpoints.signOut, {});
    if (ended.isOk() || ended.error.status === 401) return run.note(`Signed out of ${server}.`);
    return run.warn(
      `You are signed out on this machine. ${server} couldn’t be reached and will end the session within 12 hours.`,
    );
  });
}

/** `carrara whoami`: prints who is signed in, and where. */
export function addWhoami(command: Command, world: World): void {
  withExamples(withServerOptions(command), 'carrara whoami --json');
  act(command, world, (run, flags: SettingValues) =>
    runInSession(run, flags, async ({ server, client, tenant }) => {
      const person = valueOrStop(server, await client.call(signinEndpoints.getSignedInUser, {}));
      const { firstName, lastName, email, login, applications } = person;
      const name = `${firstName} ${lastName}`.trim();
      const modules = applications.map((application) => application.name);
      if (run.json)
        return run.print(JSON.stringify({ Name: name, Email: email, Firm: tenant, Server: server, Modules: modules }));
      return run.print(
        [
          `${name} (${email || login})`,
          `firm     ${tenant}`,
          `server   ${server}`,
          `modules  ${modules.join(', ')}`,
        ].join('\n'),
      );
    }),
  );
}
