import {
  createDownloadToken,
  createLiveToken,
  invitationsOf,
  type Membership,
  membershipsOf,
  openSession,
  personById,
  type EndedAtProvider,
  revokeSession,
  rotateSession,
  signInLocally,
} from '@carrara/adapters/identity';
import { type ProviderSignIn, redeemSignInCode } from '@carrara/adapters/identity/openId';
import { modules } from '@carrara/contract/core/modules';
import { type Application, applications, type Grants } from '@carrara/contract/core/permissions';
import type { SignedInUser, signinEndpoints } from '@carrara/contract/platform/signin';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { MailDesk } from '../../core/mailDesk.ts';
import type { Operations } from '../../core/operations.ts';
import { type JoiningPorts, joinHome } from '../../usecases/platform/joining.ts';
import { placeOf } from './passkeyPlace.ts';
import { setGroupsOfProvider } from '../../usecases/platform/providerGroups.ts';
import { tenantsOf } from './tenantEntries.ts';

/** An external way to sign in: its name, its address, and the host names where it is offered (empty means all). */
export interface LoginUrl {
  readonly name: string;
  readonly url: string;
  readonly hosts: readonly string[];
}

export interface SigninPorts extends JoiningPorts {
  /** True if people may sign in with a password of this installation. */
  readonly localAccounts: boolean;
  readonly loginUrls: readonly LoginUrl[];
  /**
   * Returns the address where the browser ends its session at the provider. Throws if the provider can't be reached.
   */
  readonly signOutUrl: (ended: EndedAtProvider, host: string) => Promise<string | undefined>;
  /** Logs errors that don't affect the response. */
  readonly log: (error: unknown) => void;
  readonly mails: MailDesk;
  /** A well-known demo password that nobody may sign in with, if set. */
  readonly refusedPassword: string | undefined;
  /** Called after a session has ended, so that its live connections end at once. */
  readonly onSessionEnded: () => void;
}

const loginUrl = '#/login';
const wrongCredentials = () => err([fail('WRONG_CREDENTIALS', [], 'The account or the password is wrong.')]);

const demoInProduction =
  'The demo password is public and doesn’t work in production. Start with your own data folder, or create an administrator with "carrara admin create".';

export function signinOperations(ports: SigninPorts): Operations<typeof signinEndpoints> {
  const { pool, passwords, localAccounts, loginUrls, refusedPassword, signOutUrl, log, onSessionEnded } = ports;
  /** Completes a sign-in and returns the person's tenants and invitations. */
  const entered = async (personId: string, now: Date, vouched?: ProviderSignIn) => {
    await joinHome(ports, { personId, now });
    // Not earlier, because a person who is only invited is in no group yet.
    if (vouched) await setGroupsOfProvider(ports, vouched, now);
    const [tenants, invitations] = await Promise.all([tenantsOf(pool, personId), invitationsOf(pool, personId, now)]);
    return { tenants, invitations: invitations.length };
  };
  return {
    async getSignedInUser({ person }) {
      const [known, memberships] = await Promise.all([personById(pool, person.id), membershipsOf(pool, person.id)]);
      if (!known) return err([fail('NOT_FOUND', [], '')]);
      return ok({ ...known, applications: applicationsOf(memberships), loginUrl, logoutUrl: '/api/signin/signout' });
    },
    async listLoginUrls({ client }, { query }) {
      const host = (query.realm ?? client.host).toLowerCase();
      const offered = loginUrls.filter(({ hosts }) => hosts.length === 0 || hosts.includes(host));
      return ok({
        localAccounts,
        passkeys: localAccounts && placeOf(client) !== undefined,
        passwordReset: localAccounts && ports.mails.from !== undefined,
        loginUrls: offered.map(({ name, url }) => ({ name, url })),
      });
    },
    async signInLocal({ client, now }, { body }) {
      if (!localAccounts) return wrongCredentials();
      const { login, password, answerToken } = body;
      if (password === refusedPassword) return err([fail('DEMO_PASSWORD', [], demoInProduction)]);
      const { address, userAgent, sessionToken } = client;
      const outcome = await signInLocally(pool, passwords, {
        login,
        password,
        address,
        userAgent,
        now,
        replaces: sessionToken,
      });
      if (outcome.kind === 'throttled') {
        return err([fail('TOO_MANY_ATTEMPTS', [], 'Too many attempts. Wait a while and try again.')]);
      }
      if (outcome.kind === 'wrong') return wrongCredentials();
      if (!answerToken) client.keepSession(outcome.token);
      const { passwordDue, factorDue, personId } = outcome;
      const found = passwordDue || factorDue ? { tenants: [], invitations: 0 } : await entered(personId, now);
      return ok({ authToken: answerToken ? outcome.token : null, passwordDue, factorDue, ...found });
    },
    async exchangeLoginCode({ client, now }, { body }) {
      const { address, userAgent, sessionToken, pendingSignIn } = client;
      const vouched = pendingSignIn && (await redeemSignInCode(pool, { token: pendingSignIn, code: body.code }, now));
      if (!vouched) return wrongCredentials();
      const { personId, method, idToken } = vouched;
      const provider = { name: vouched.provider, idToken };
      const session = { personId, now, address, userAgent, methods: [method], replaces: sessionToken, provider };
      const { token, factorDue } = await openSession(pool, session);
      client.keepSession(token);
      if (factorDue) await setGroupsOfProvider(ports, vouched, now);
      const found = factorDue ? { tenants: [], invitations: 0 } : await entered(personId, now, vouched);
      return ok({ ...found, factorDue });
    },
    async signOut({ client, now }) {
      client.forgetSession();
      if (client.sessionToken === undefined) return ok({ loginUrl, providerUrl: null });
      const ended = await revokeSession(pool, client.sessionToken, now);
      onSessionEnded();
      // The session has ended here, whatever the provider does.
      const asked = ended && signOutUrl(ended, client.host);
      const providerUrl = await asked?.catch((error: unknown) => {
        log(error);
        return undefined;
      });
      return ok({ loginUrl, providerUrl: providerUrl ?? null });
    },
    async createDownloadToken({ tx, sessionId, person, tenant, now }, { body }) {
      const grant = { sessionId, personId: person.id, tenantId: tenant.id, path: body.path, now };
      const { token, expires } = await createDownloadToken(tx, grant);
      return ok({ authToken: token, expiresDate: expires.toISOString() });
    },
    async createLiveToken({ tx, sessionId, person, tenant, now }) {
      const grant = { sessionId, personId: person.id, tenantId: tenant.id, now };
      const { token, expires } = await createLiveToken(tx, grant);
      return ok({ liveToken: token, expiresDate: expires.toISOString() });
    },
    async switchTenant({ client, tenant, now }) {
      // A program keeps its token. A browser gets a new cookie.
      const next = client.cookieToken === undefined ? undefined : await rotateSession(pool, client.cookieToken, now);
      if (next !== undefined) client.keepSession(next);
      return ok({ tenantId: tenant.id });
    },
    async listTenants({ person }) {
      return ok(await tenantsOf(pool, person.id));
    },
  };
}

/** Returns the modules of a person in all tenants, in the product's order. */
function applicationsOf(memberships: readonly Membership[]): SignedInUser['applications'] {
  const held = (application: Application) =>
    memberships.some(({ grants }) => (grants as Grants)[application] !== undefined);
  return applications.filter(held).map((id) => {
    const { title, index } = modules[id];
    return { name: title, id, applicationSettings: { moduleName: id, indexUrl: index } };
  });
}
