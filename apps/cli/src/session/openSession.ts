import { type ApiClient, createClient } from '@carrara/adapters/http/client';
import { accountEndpoints } from '@carrara/contract/platform/user/account';
import { signinEndpoints } from '@carrara/contract/platform/signIn/signin';
import type { Command } from 'commander';
import { CommandStop } from '../run/commandStop.ts';
import type { Run } from '../run/act.ts';
import type { World } from '../run/world.ts';
import { isOpen, serverAddress } from '../settings/serverAddress.ts';
import { type SettingValues, resolveSettings } from '../settings/settings.ts';
import { valueOrStop } from './failureStop.ts';
import { storedSessions } from './storedSessions.ts';

/** Adds the options of a command that calls a running server. A secret is never an argument. */
export const withServerOptions = (command: Command): Command =>
  command
    .option('--server <url>', 'server address (CARRARA_SERVER; default: the server of the last login)')
    .option('--login <login>', 'your login (CARRARA_LOGIN); set the password in CARRARA_PASSWORD')
    .option('--tenant <name>', 'name of the firm (CARRARA_TENANT; default: the firm of the login)');

/** A server with a signed-in person and a firm. */
export interface Session {
  readonly server: string;
  readonly client: ApiClient;
  readonly login: string | undefined;
  readonly tenant: string;
}

const standard = 'http://localhost:4600';

/** The server address of a call, and whether a project file sets it. */
export async function resolveServer(
  world: World,
  flags: SettingValues,
): Promise<{ readonly server: string; readonly ofProject: boolean }> {
  const { server } = await resolveSettings(world, flags);
  const text = server?.value ?? (await storedSessions(world)).server ?? standard;
  return { server: serverAddress(text), ofProject: server?.source === 'project' };
}

/** A client without a session. Ctrl-C cancels its calls. */
export function anonymousClient({ stopped }: Pick<World, 'stopped'>, server: string): ApiClient {
  return createClient({
    baseUrl: server,
    fetch: (input, init) => {
      const own = init?.signal ?? (input instanceof Request ? input.signal : undefined);
      return fetch(input, { ...init, signal: own ? AbortSignal.any([own, stopped]) : stopped });
    },
  });
}

/**
 * Runs work in a session. CARRARA_TOKEN comes first. Next comes a new session with --login and CARRARA_PASSWORD, which ends with the command.
 * Otherwise it is the stored session.
 *
 * Fails: a stop, if there is none, or the firm is unknown.
 */
export async function runInSession<T>(
  run: Run,
  flags: SettingValues,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { server, ofProject } = await resolveServer(run, flags);
  const { login, tenant } = await resolveSettings(run, flags);
  const { CARRARA_TOKEN: environmentToken, CARRARA_PASSWORD: password } = run.environment;
  if (ofProject && (environmentToken || password)) {
    throw new CommandStop(
      'misused',
      `A file in this folder names the server ${server}. Secrets from the environment aren’t sent there. Name the server with --server or CARRARA_SERVER.`,
    );
  }
  const anonymous = anonymousClient(run, server);
  if (environmentToken) {
    const client = anonymous.as({ token: environmentToken });
    return work({ server, login: undefined, ...(await selectFirm(server, client, environmentToken, tenant?.value)) });
  }
  if (login && password) {
    if (isOpen(server)) run.warn(`The password is sent to ${server} unencrypted. Use https.`);
    const readCode = () => Promise.resolve(run.environment['CARRARA_CODE']);
    const { token } = await signIn(anonymous, server, login.value, password, readCode);
    const client = anonymous.as({ token });
    try {
      return await work({ server, login: login.value, ...(await selectFirm(server, client, token, tenant?.value)) });
    } finally {
      await client.call(signinEndpoints.signOut, {});
    }
  }
  const storedSession = (await storedSessions(run)).sessions[server];
  if (!storedSession)
    throw new CommandStop('notSignedIn', `You aren’t signed in to ${server}. Sign in with carrara login.`);
  if (login && login.source === 'flag' && login.value !== storedSession.login) {
    throw new CommandStop(
      'notSignedIn',
      `You are signed in as ${storedSession.login}, not as ${login.value}. Sign in with carrara login.`,
    );
  }
  const client = anonymous.as({ token: storedSession.token, tenantId: storedSession.tenantId });
  if (!tenant || tenant.value === storedSession.tenant)
    return work({ server, client, login: storedSession.login, tenant: storedSession.tenant });
  return work({
    server,
    login: storedSession.login,
    ...(await selectFirm(server, client, storedSession.token, tenant.value)),
  });
}

/**
 * Signs in to a server.
 *
 * Fails: a stop, if login or password are wrong, or the password has to be changed first.
 */
export async function signIn(
  anonymous: ApiClient,
  server: string,
  login: string,
  password: string,
  readCode: () => Promise<string | undefined>,
): Promise<{ readonly token: string }> {
  const body = { login, password, answerToken: true };
  const session = await anonymous.call(signinEndpoints.signInLocal, { body });
  if (session.isErr() && session.error.status === 401 && session.error.unreached === undefined) {
    throw new CommandStop('notSignedIn', session.error.message);
  }
  const { authToken, factorDue, passwordDue } = valueOrStop(server, session);
  const token = authToken ?? '';
  if (factorDue) await showFactor(anonymous.as({ token }), server, await readCode());
  if (passwordDue) {
    await anonymous.as({ token }).call(signinEndpoints.signOut, {});
    throw new CommandStop(
      'notSignedIn',
      `An administrator set this password. Sign in to ${server} in a browser first and choose your own.`,
    );
  }
  return { token };
}

/** Sends the second factor in a new session. Without a valid code, the session ends. */
async function showFactor(client: ApiClient, server: string, code: string | undefined): Promise<void> {
  if (code !== undefined) {
    const confirmed = await client.call(accountEndpoints.confirmSecondFactor, { body: { code } });
    if (confirmed.isOk()) return;
    await client.call(signinEndpoints.signOut, {});
    if (confirmed.error.status === 422) throw new CommandStop('notSignedIn', `The code ${confirmed.error.message}`);
    valueOrStop(server, confirmed);
  }
  await client.call(signinEndpoints.signOut, {});
  throw new CommandStop(
    'notSignedIn',
    'You sign in with a second factor. Set CARRARA_CODE to a code from your authenticator, or to a recovery code.',
  );
}

/**
 * Selects the firm of a session.
 *
 * Fails: a stop that lists the firms, if none or several match.
 */
export async function selectFirm(
  server: string,
  client: ApiClient,
  token: string,
  tenant: string | undefined,
): Promise<{ readonly client: ApiClient; readonly tenant: string; readonly tenantId: string }> {
  const tenants = valueOrStop(server, await client.call(signinEndpoints.listTenants, {}));
  const exact = tenants.filter(
    ({ id, name }) => tenant === undefined || id === tenant || name.toLowerCase() === tenant.toLowerCase(),
  );
  // The start of a name is enough if only one firm has it.
  const requested =
    exact.length > 0 || !tenant
      ? exact
      : tenants.filter(({ name }) => name.toLowerCase().startsWith(tenant.toLowerCase()));
  const [found] = requested;
  if (!found || requested.length > 1) {
    const names = tenants.map(({ name }) => `'${name}'`).join(', ') || 'none';
    throw new CommandStop('misused', `Name the firm with --tenant. You belong to: ${names}.`);
  }
  return { client: client.as({ token, tenantId: found.id }), tenant: found.name, tenantId: found.id };
}
