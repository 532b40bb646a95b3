import { createDownloadToken } from '@carrara/adapters/identity/downloadTokens';
import { createLiveToken } from '@carrara/adapters/identity/liveTokens';
import type { EndedAtProvider } from '@carrara/adapters/identity/sessions';
import { type Membership, listMemberships } from '@carrara/adapters/identity/memberships';
import { readDisplayFormats } from '@carrara/adapters/identity/displayFormats';
import { personById } from '@carrara/adapters/identity/persons';
import { modules } from '@carrara/contract/core/modules';
import { type Application, applications, type Grants } from '@carrara/contract/core/permissions';
import type { SignedInUser, signinEndpoints } from '@carrara/contract/platform/signIn/signin';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { MailQueue } from '../../../core/mailQueue.ts';
import type { Operations } from '../../../core/operations.ts';
import {
  endSession,
  renewCookie,
  type SessionPorts,
  signInByProvider,
  signInLocal,
  wrongCredentials,
} from '../../../usecases/platform/session.ts';
import { passkeyLocation } from '../passkey/passkeyLocation.ts';
import { tenantsAfterSignIn, listTenants } from '../tenant/tenantEntries.ts';

/** An external way to sign in: its name, its address, and the host names where it is offered (empty means all). */
export interface LoginUrl {
  readonly name: string;
  readonly url: string;
  readonly hosts: readonly string[];
}

export interface SigninPorts extends SessionPorts {
  /** True if people may sign in with a password of this installation. */
  readonly localAccounts: boolean;
  readonly loginUrls: readonly LoginUrl[];
  /**
   * Returns the address where the browser ends its session at the provider. Throws if the provider can't be reached.
   */
  readonly signOutUrl: (ended: EndedAtProvider, host: string) => Promise<string | undefined>;
  /** Logs errors that don't affect the response. */
  readonly log: (error: unknown) => void;
  readonly mails: MailQueue;
  /** A well-known demo password that nobody may sign in with, if set. */
  readonly refusedPassword: string | undefined;
}

const loginUrl = '#/login';

const demoInProduction =
  'The demo password is public and doesn’t work in production. Start with your own data folder, or create an administrator with "carrara admin create".';

export function signinOperations(ports: SigninPorts): Operations<typeof signinEndpoints> {
  const { pool, localAccounts, loginUrls, refusedPassword, signOutUrl, log } = ports;
  return {
    async getSignedInUser({ person }) {
      const [personRecord, memberships, formats] = await Promise.all([
        personById(pool, person.id),
        listMemberships(pool, person.id),
        readDisplayFormats(pool, person.id),
      ]);
      if (!personRecord) return err([fail('NOT_FOUND', [], '')]);
      return ok({
        ...personRecord,
        applications: applicationsOf(memberships),
        formats,
        loginUrl,
        logoutUrl: '/api/signin/signout',
      });
    },
    async listLoginUrls({ client }, { query }) {
      const host = (query.realm ?? client.host).toLowerCase();
      const offered = loginUrls.filter(({ hosts }) => hosts.length === 0 || hosts.includes(host));
      return ok({
        localAccounts,
        passkeys: localAccounts && passkeyLocation(client) !== undefined,
        passwordReset: localAccounts && ports.mails.from !== undefined,
        loginUrls: offered.map(({ name, url }) => ({ name, url })),
      });
    },
    async signInLocal(context, { body: { answerToken, ...credentials } }) {
      if (!localAccounts) return wrongCredentials();
      if (credentials.password === refusedPassword) return err([fail('DEMO_PASSWORD', [], demoInProduction)]);
      const opened = await signInLocal(ports, context, credentials);
      if (opened.isErr()) return err(opened.error);
      const { token, passwordDue, factorDue } = opened.value;
      if (!answerToken) context.client.storeSession(token);
      const found = await tenantsAfterSignIn(pool, opened.value, context.now);
      return ok({ authToken: answerToken ? token : null, passwordDue, factorDue, ...found });
    },
    async exchangeLoginCode(context, { body }) {
      const opened = await signInByProvider(ports, context, body.code);
      if (opened.isErr()) return err(opened.error);
      context.client.storeSession(opened.value.token);
      const found = await tenantsAfterSignIn(pool, opened.value, context.now);
      return ok({ ...found, factorDue: opened.value.factorDue });
    },
    async signOut({ client, now }) {
      client.forgetSession();
      if (client.sessionToken === undefined) return ok({ loginUrl, providerUrl: null });
      const ended = await endSession(ports, client.sessionToken, now);
      // The session has ended here, whatever the provider does.
      const pendingUrl = ended && signOutUrl(ended, client.host);
      const providerUrl = await pendingUrl?.catch((error: unknown) => {
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
      await renewCookie(ports, client, now);
      return ok({ tenantId: tenant.id });
    },
    async listTenants({ person, tokenTenantId }) {
      const tenants = await listTenants(pool, person.id);
      return ok(tenants.filter(({ id }) => tokenTenantId === undefined || id === tokenTenantId));
    },
  };
}

/** Returns the modules of a person in all tenants, in the product's order. */
function applicationsOf(memberships: readonly Membership[]): SignedInUser['applications'] {
  const isPermitted = (application: Application) =>
    memberships.some(({ grants }) => (grants as Grants)[application] !== undefined);
  return applications.filter(isPermitted).map((id) => {
    const { title, index } = modules[id];
    return { name: title, id, applicationSettings: { moduleName: id, indexUrl: index } };
  });
}
