import {
  createDownloadToken,
  type Membership,
  membershipsOf,
  modulesOf,
  type Passwords,
  personById,
  revokeSession,
  signInLocally,
} from '@carrara/adapters/identity';
import { modules } from '@carrara/contract/modules';
import { type Application, applications, type Grants } from '@carrara/contract/permissions';
import type { SignedInUser, signinEndpoints, TenantEntry } from '@carrara/contract/signin';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Pool } from 'pg';
import type { Operations } from '../operations.ts';

/** A provider of identities, where one is configured. */
export interface Provider {
  readonly name: string;
  readonly url: string;
  /** The person of a one-time code, with the path that the sign-in started from; undefined when the code is none. */
  readonly redeem: (
    code: string,
    now: Date,
  ) => Promise<{ readonly personId: string; readonly returnPath: string | null } | undefined>;
  readonly openSession: (personId: string, now: Date, address: string, userAgent: string) => Promise<string>;
}

export interface SigninPorts {
  readonly pool: Pool;
  readonly passwords: Passwords;
  readonly providers: readonly Provider[];
  /** Called when a session has ended, so that its live connections end at once. */
  readonly onSessionEnded: () => void;
}

const loginUrl = '#/login';
const wrongCredentials = () => err([fail('WRONG_CREDENTIALS', [], 'The account or the password is wrong.')]);

export function signinOperations({
  pool,
  passwords,
  providers,
  onSessionEnded,
}: SigninPorts): Operations<typeof signinEndpoints> {
  const tenantsOf = async (personId: string) => (await membershipsOf(pool, personId)).map(tenantEntryOf);
  return {
    async getSignedInUser({ person }) {
      const [known, memberships] = await Promise.all([personById(pool, person.id), membershipsOf(pool, person.id)]);
      if (!known) return err([fail('NOT_FOUND', [], '')]);
      return ok({ ...known, applications: applicationsOf(memberships), loginUrl, logoutUrl: '/api/signin/signout' });
    },
    async listLoginUrls() {
      return ok({ localAccounts: true, loginUrls: providers.map(({ name, url }) => ({ name, url })) });
    },
    async signInLocal({ client, now }, { body }) {
      const { login, password, answerToken } = body;
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
      return ok({ authToken: answerToken ? outcome.token : null, tenants: await tenantsOf(outcome.personId) });
    },
    async exchangeLoginCode({ client, now }, { body }) {
      for (const provider of providers) {
        const found = await provider.redeem(body.code, now);
        if (!found) continue;
        client.keepSession(await provider.openSession(found.personId, now, client.address, client.userAgent));
        return ok({ tenants: await tenantsOf(found.personId), returnPath: found.returnPath });
      }
      return wrongCredentials();
    },
    async signOut({ client, now }) {
      if (client.sessionToken !== undefined) {
        await revokeSession(pool, client.sessionToken, now);
        onSessionEnded();
      }
      client.forgetSession();
      return ok({ loginUrl });
    },
    async createDownloadToken({ tx, sessionId, person, tenant, now }, { body }) {
      const grant = { sessionId, personId: person.id, tenantId: tenant.id, path: body.path, now };
      const { token, expires } = await createDownloadToken(tx, grant);
      return ok({ authToken: token, expiresDate: expires.toISOString() });
    },
    async listTenants({ person }) {
      return ok(await tenantsOf(person.id));
    },
  };
}

function tenantEntryOf({ tenantId, tenantName, isLpTenant, grants }: Membership): TenantEntry {
  return { id: tenantId, name: tenantName, isLpTenant, applications: [...modulesOf(grants)] };
}

/** The modules of all tenants of a person, in the product's order. */
function applicationsOf(memberships: readonly Membership[]): SignedInUser['applications'] {
  const held = (application: Application) =>
    memberships.some(({ grants }) => (grants as Grants)[application] !== undefined);
  return applications.filter(held).map((id) => {
    const { title, index } = modules[id];
    return { name: title, id, applicationSettings: { moduleName: id, indexUrl: index } };
  });
}
