import { v7 as newId } from 'uuid';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SoftPasskey } from '../testing/softPasskey.ts';
import { type BodyOf, responseStatus } from '../testing/testClient.ts';
import { TestServer } from '../testing/testServer.ts';

const publicUrl = 'http://carrara.test';
const birchUrl = 'http://birch.test';
const clientId = 'carrara';
const clientSecret = 'a secret of this test only';

interface Account {
  readonly email?: string;
  readonly verified?: boolean;
  readonly groups?: string[];
  /** Authentication methods that the provider reports. */
  readonly amr?: string[];
  readonly acr?: string;
}
const accounts: Record<string, Account> = {};
/** True if the provider signs its ID tokens with a wrong key. */
let forges = false;

/** Starts a local provider that signs in the account in login_hint without asking. */
async function startProvider(
  home = publicUrl,
  path = '/api/signin/openid',
): Promise<{ issuer: string; server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${home}${path}/callback`],
        post_logout_redirect_uris: [`${home}/`],
      },
    ],
    claims: { openid: ['sub', 'amr', 'acr', 'groups'], email: ['email', 'email_verified'] },
    scopes: ['openid', 'email', 'profile'],
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({
        sub,
        email: accounts[sub]?.email,
        email_verified: accounts[sub]?.verified,
        groups: accounts[sub]?.groups,
      }),
    }),
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      const grant = new context.oidc.provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url === '/token' && forges) {
      const end = response.end.bind(response) as (body: string) => typeof response;
      const forged = (body: unknown) =>
        String(body).replace(
          /("id_token":"[^."]+\.[^."]+\.)(.)/,
          (_, head: string, first: string) => head + (first === 'A' ? 'B' : 'A'),
        );
      response.end = ((body: unknown) => end(forged(body))) as typeof response.end;
    }
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    void provider.interactionDetails(request, response).then(({ params }) => {
      const accountId = String(params['login_hint']);
      const result =
        accountId === 'refused'
          ? { error: 'access_denied' }
          : { login: { accountId, amr: accounts[accountId]?.amr, acr: accounts[accountId]?.acr } };
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    });
  });
  return { issuer, server };
}

/** Visits the provider like a browser: follows redirects with cookies until it is sent back to the product. */
async function visitProvider(
  start: string,
  account: string,
  cookies = new Map<string, string>(),
  home = publicUrl,
): Promise<string> {
  let url = new URL(start);
  url.searchParams.set('login_hint', account);
  for (let steps = 0; steps < 10; steps++) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`${url.href}: ${answer.status} ${await answer.text()}`);
    url = new URL(next, url);
    if (url.origin === home) return url.href.slice(home.length);
  }
  throw new Error('the provider goes round in circles');
}

describe('a sign-in at an OpenID Connect provider', () => {
  let server: TestServer;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let birch: Awaited<ReturnType<typeof startProvider>>;
  let tenant: string;

  beforeAll(async () => {
    provider = await startProvider();
    birch = await startProvider(birchUrl, '/api/signin/openid/birch');
    server = await TestServer.start({
      environment: {
        OPENID_ISSUER: provider.issuer,
        OPENID_CLIENT_ID: clientId,
        OPENID_CLIENT_SECRET: clientSecret,
        OPENID_NAME: 'Alder identity',
        OPENID_MFA_ACR: 'urn:alder:loa2 urn:alder:loa3',
        OPENID_PROVIDERS: JSON.stringify([
          {
            name: 'birch',
            title: 'Birch login',
            issuer: birch.issuer,
            clientId,
            clientSecret,
            hosts: ['birch.test'],
            groupsClaim: 'groups',
          },
        ]),
        PUBLIC_URL: publicUrl,
        HOSTS: 'birch.test',
      },
    });
    tenant = await server.tenant();
  });
  afterAll(async () => {
    await server?.stop();
    provider?.server.close();
    birch?.server.close();
  });

  async function member(email: string, firm = tenant): Promise<string> {
    const person = newId();
    await server.database.worker.query(
      `INSERT INTO person (id, login, first_name, last_name, email) VALUES ($1, $2, 'Ada', 'Example', $2)`,
      [person, email],
    );
    await server.join(firm, person, { carry: 'viewer' });
    return person;
  }

  const cookieOf = (answer: { cookies: readonly { name: string; value: string }[] }, name: string) =>
    answer.cookies.find((cookie) => cookie.name === name)?.value ?? '';

  async function begin() {
    const answer = await server.app.inject('/api/signin/openid');
    return { url: String(answer.headers.location), cookie: cookieOf(answer, 'FVAT') };
  }
  const returnFromProvider = (url: string, cookie: string) => server.app.inject({ url, cookies: { FVAT: cookie } });
  const exchange = (code: string, cookie: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/signin/exchange',
      payload: { Code: code },
      cookies: { FVAT: cookie },
    });

  async function signIn(account: string) {
    const { url, cookie } = await begin();
    const back = await returnFromProvider(await visitProvider(url, account), cookie);
    return { location: String(back.headers.location), cookie: cookieOf(back, 'FVAT') };
  }
  const codeIn = (location: string) => /^\/#\/login\/(.+)$/.exec(location)?.[1] ?? '';

  it('is offered next to the local accounts', async () => {
    const methods = await server.app.inject('/api/signin/getloginurls');
    expect(methods.json()).toEqual({
      LocalAccounts: true,
      Passkeys: true,
      PasswordReset: false,
      LoginUrls: [{ Name: 'Alder identity', Url: '/api/signin/openid' }],
    });
  });

  it('opens a session for the person with the verified address, and for the same person when the address has changed', async () => {
    await member('ada@alder.test');
    accounts['sub-ada'] = { email: 'Ada@Alder.test', verified: true };
    const { location, cookie } = await signIn('sub-ada');
    const entered = await exchange(codeIn(location), cookie);
    expect(entered.json()).toMatchObject({ Tenants: [{ Id: tenant }] });
    const session = cookieOf(entered, 'AuthToken');
    const me = await server.as({ token: session, tenantId: tenant }).getSignedInUser();
    expect(me).toMatchObject({ email: 'ada@alder.test' });

    accounts['sub-ada'] = { email: 'married@alder.test', verified: true };
    const again = await signIn('sub-ada');
    expect((await exchange(codeIn(again.location), again.cookie)).statusCode).toBe(200);
  });

  it('is as strong as the provider says: by amr that rests on two grounds, or by an acr of the installation', async () => {
    const methodsOf = async (sub: string, how: Pick<Account, 'amr' | 'acr'>) => {
      await member(`${sub}@alder.test`);
      accounts[sub] = { email: `${sub}@alder.test`, verified: true, ...how };
      const { location, cookie } = await signIn(sub);
      const session = cookieOf(await exchange(codeIn(location), cookie), 'AuthToken');
      return (await server.as({ token: session }).listOwnSessions()).flatMap(({ methods }) => methods);
    };
    expect(await methodsOf('plain', {})).toEqual(['provider']);
    expect(await methodsOf('one-ground', { amr: ['otp', 'hwk'], acr: 'urn:alder:loa1' })).toEqual(['provider']);
    expect(await methodsOf('two-grounds', { amr: ['pwd', 'otp'] })).toEqual(['providerMfa']);
    expect(await methodsOf('its-acr', { acr: 'urn:alder:loa3' })).toEqual(['providerMfa']);
  });

  it('has a code that works once, within a minute, in the browser with its FVAT cookie [U-T-102]', async () => {
    await member('once@alder.test');
    accounts['sub-once'] = { email: 'once@alder.test', verified: true };
    const mine = await signIn('sub-once');
    const others = await begin();
    expect((await exchange(codeIn(mine.location), others.cookie)).statusCode).toBe(401);
    expect((await exchange(codeIn(mine.location), mine.cookie)).statusCode).toBe(200);
    expect((await exchange(codeIn(mine.location), mine.cookie)).statusCode).toBe(401);
    const late = await signIn('sub-once');
    server.passMinutes(2);
    expect((await exchange(codeIn(late.location), late.cookie)).statusCode).toBe(401);
  });

  it('refuses unknown and unverified addresses, and those of inactive people', async () => {
    const person = await member('left@alder.test');
    accounts['sub-unknown'] = { email: 'stranger@elsewhere.test', verified: true };
    accounts['sub-claims'] = { email: 'left@alder.test', verified: false };
    accounts['sub-left'] = { email: 'left@alder.test', verified: true };
    expect((await signIn('sub-unknown')).location).toBe('/#/user-not-found');
    expect((await signIn('sub-claims')).location).toBe('/#/user-not-found');
    expect(codeIn((await signIn('sub-left')).location)).not.toBe('');
    await server.database.worker.query('UPDATE person SET is_inactive = true WHERE id = $1', [person]);
    expect((await signIn('sub-left')).location).toBe('/#/user-not-found');
  });

  it('refuses an answer that belongs to another browser, to no question, or that says no', async () => {
    await member('target@alder.test');
    accounts['sub-target'] = { email: 'target@alder.test', verified: true };
    const mine = await begin();
    const others = await begin();
    const returned = await visitProvider(mine.url, 'sub-target');
    expect((await returnFromProvider(returned, others.cookie)).headers.location).toBe('/#/login?refused=late');
    expect((await returnFromProvider(returned, 'made-up')).headers.location).toBe('/#/login?refused=late');
    expect((await returnFromProvider(returned, mine.cookie)).headers.location).toMatch(/^\/#\/login\/.{20}/);
    expect((await returnFromProvider(returned, mine.cookie)).headers.location).toBe('/#/login?refused=late');
    const denied = await begin();
    expect((await returnFromProvider(await visitProvider(denied.url, 'refused'), denied.cookie)).headers.location).toBe(
      '/#/login?refused=canceled',
    );
  });

  it('refuses a response with the nonce of another sign-in, and a first sign-in without an e-mail address, with the reason', async () => {
    const { url, cookie } = await begin();
    const swapped = new URL(url);
    swapped.searchParams.set('nonce', 'of-another-sign-in');
    const foreign = await returnFromProvider(await visitProvider(swapped.href, 'sub-target'), cookie);
    expect(foreign.headers.location).toBe('/#/login?refused=foreign');
    accounts['sub-nameless'] = {};
    expect((await signIn('sub-nameless')).location).toBe('/#/login?refused=noEmail');
  });

  it('refuses an ID token that the key of the provider has not signed', async () => {
    await member('forged@alder.test');
    accounts['sub-forged'] = { email: 'forged@alder.test', verified: true };
    expect(codeIn((await signIn('sub-forged')).location)).not.toBe('');
    forges = true;
    try {
      expect((await signIn('sub-forged')).location).toMatch(/^\/#\/login\?refused=/);
    } finally {
      forges = false;
    }
  });

  it('ends the session at the provider as well when the person signs out', async () => {
    await member('leaver@alder.test');
    accounts['sub-leaver'] = { email: 'leaver@alder.test', verified: true };
    const browser = new Map<string, string>();
    const { url, cookie } = await begin();
    const back = await returnFromProvider(await visitProvider(url, 'sub-leaver', browser), cookie);
    const session = cookieOf(
      await exchange(codeIn(String(back.headers.location)), cookieOf(back, 'FVAT')),
      'AuthToken',
    );
    const own = server.as({ token: session });
    const { providerUrl } = await own.signOut();
    expect(await endAtProvider(providerUrl!, browser)).toBe(`${publicUrl}/`);
    expect(await responseStatus(own.getSignedInUser())).toBe(401);
    expect(await own.signOut()).toMatchObject({ providerUrl: null });
    const { rows } = await server.database.worker.query(
      'SELECT 1 FROM session WHERE revoked_at IS NOT NULL AND id_token IS NOT NULL',
    );
    expect(rows).toEqual([]);
  });

  describe('of a list', () => {
    const atBirch = { host: 'birch.test' };
    let firm: string;
    let admin: Awaited<ReturnType<TestServer['person']>>;
    beforeAll(async () => {
      firm = await server.tenant();
      await server.database.worker.query(`UPDATE tenant SET host = 'birch.test' WHERE id = $1`, [firm]);
      admin = await server.person(firm, { carry: 'administrator', performance: 'administrator' });
    });

    async function signInAtBirch(account: string) {
      const start = await server.app.inject({ url: '/api/signin/openid/birch', headers: atBirch });
      const returned = await visitProvider(String(start.headers.location), account, undefined, birchUrl);
      const back = await server.app.inject({
        url: returned,
        headers: atBirch,
        cookies: { FVAT: cookieOf(start, 'FVAT') },
      });
      const location = String(back.headers.location);
      return {
        location,
        entered: codeIn(location) === '' ? undefined : await exchange(codeIn(location), cookieOf(back, 'FVAT')),
      };
    }
    type Group = BodyOf<'saveGroup'>;
    const save = (body: Group) => server.as(admin).saveGroup({ body });
    const isIn = async (person: string, { id }: { readonly id: string }) =>
      (await server.as(admin).getGroup({ params: { id } })).groupMembers.some(({ user }) => user.id === person);

    it('is offered at its hosts alone, which the browser comes by or `realm` names', async () => {
      const methodsAt = async (headers: object, query = '') => {
        const methods = await server.app.inject({ url: `/api/signin/getloginurls${query}`, headers: { ...headers } });
        return methods.json<{ LoginUrls: { Name: string }[] }>().LoginUrls.map(({ Name }) => Name);
      };
      expect(await methodsAt({})).toEqual(['Alder identity']);
      expect(await methodsAt(atBirch)).toEqual(['Alder identity', 'Birch login']);
      expect(await methodsAt({}, '?realm=Birch.test')).toEqual(['Alder identity', 'Birch login']);
      const elsewhere = await server.app.inject('/api/signin/openid/birch');
      expect(elsewhere.headers.location).toBe('/#/login?refused=refused');
    });

    it('refuses people whose home firm has none of its hosts', async () => {
      await member('ines@alder.test');
      accounts['sub-ines'] = { email: 'ines@alder.test', verified: true };
      expect((await signInAtBirch('sub-ines')).location).toBe('/#/user-not-found');
      expect(codeIn((await signIn('sub-ines')).location)).not.toBe('');
    });

    it('sets the groups that its claim names, and says in the trail which of them are not there', async () => {
      const bo = await member('bo@birch.test', firm);
      const roles = [{ application: 'carry', role: 'editor' }] as const;
      const finance = await save({ name: 'Finance', roles, groupMembers: [] });
      const byHand = await save({ name: 'Deal team', roles: [], groupMembers: [{ user: { id: bo } }] });
      accounts['sub-bo'] = { email: 'bo@birch.test', verified: true, groups: ['finance', 'Strangers'] };
      const { entered } = await signInAtBirch('sub-bo');
      expect(entered?.json()).toMatchObject({ Tenants: [{ Id: firm }] });
      expect(await isIn(bo, finance)).toBe(true);
      // Signing in again with the same groups records nothing new.
      await signInAtBirch('sub-bo');
      const { pageData } = await server.as(admin).listActivity({ params: { id: bo } });
      const ofGroups = pageData.filter(({ action }) => action.includes('set by single sign-on'));
      expect(ofGroups).toHaveLength(1);
      expect(ofGroups[0]?.changeText).toContain('Strangers');
      // Saving a group preserves which members the provider added.
      const { id } = finance;
      const { rowVersion } = await server.as(admin).getGroup({ params: { id } });
      await save({ id, rowVersion, name: 'Finance', roles, groupMembers: [{ user: { id: bo } }] });
      accounts['sub-bo'] = { email: 'bo@birch.test', verified: true, groups: [] };
      await signInAtBirch('sub-bo');
      expect(await isIn(bo, finance)).toBe(false);
      expect(await isIn(bo, byHand)).toBe(true);
    });

    it('doesn’t remove a module’s last administrator from a group', async () => {
      const eva = await member('eva@birch.test', firm);
      const heads = await save({
        name: 'Heads',
        roles: [{ application: 'performance', role: 'administrator' }],
        groupMembers: [],
      });
      accounts['sub-eva'] = { email: 'eva@birch.test', verified: true, groups: ['Heads'] };
      await signInAtBirch('sub-eva');
      await server.database.worker.query(
        `DELETE FROM membership_role WHERE tenant_id = $1 AND person_id = $2 AND application = 'performance'`,
        [firm, admin.personId],
      );
      accounts['sub-eva'] = { email: 'eva@birch.test', verified: true };
      await signInAtBirch('sub-eva');
      expect(await isIn(eva, heads)).toBe(true);
    });
  });
});

/** Confirms the end of the session at the provider, and returns where it redirects the browser. */
async function endAtProvider(address: string, cookies: ReadonlyMap<string, string>): Promise<string | null> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(address, { headers: { cookie } });
  const page = await response.text();
  const setCookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const ended = await fetch(new URL(action, address), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: [cookie, ...setCookies].join('; ') },
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  return ended.headers.get('location');
}

describe('without local passwords', () => {
  let server: TestServer;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  const home = 'http://localhost';
  beforeAll(async () => {
    provider = await startProvider(home);
    server = await TestServer.start({
      environment: {
        OPENID_ISSUER: provider.issuer,
        OPENID_CLIENT_ID: clientId,
        OPENID_CLIENT_SECRET: clientSecret,
        PUBLIC_URL: home,
        LOCAL_ACCOUNTS: 'false',
      },
    });
  });
  afterAll(async () => {
    await server?.stop();
    provider?.server.close();
  });

  it('a passkey is a second factor after the provider, and nobody signs in by it alone', async () => {
    const tenant = await server.tenant();
    const person = newId();
    await server.database.worker.query(
      `INSERT INTO person (id, login, first_name, last_name, email) VALUES ($1, 'kay', 'Kay', 'Example', 'kay@alder.test')`,
      [person],
    );
    await server.join(tenant, person, { carry: 'viewer' });
    accounts['sub-kay'] = { email: 'kay@alder.test', verified: true };
    const cookieOf = (answer: { cookies: readonly { name: string; value: string }[] }, name: string) =>
      answer.cookies.find((cookie) => cookie.name === name)?.value ?? '';
    const signIn = async () => {
      const start = await server.app.inject('/api/signin/openid');
      const returned = await visitProvider(String(start.headers.location), 'sub-kay', undefined, home);
      const back = await server.app.inject({ url: returned, cookies: { FVAT: cookieOf(start, 'FVAT') } });
      const Code = /^\/#\/login\/(.+)$/.exec(String(back.headers.location))?.[1];
      const cookies = { FVAT: cookieOf(back, 'FVAT') };
      const entered = await server.app.inject({
        method: 'POST',
        url: '/api/signin/exchange',
        payload: { Code },
        cookies,
      });
      return { entered, token: cookieOf(entered, 'AuthToken') };
    };
    const post = (token: string | undefined, path: string, payload: object = {}) =>
      server.call(token, undefined, {
        method: 'POST',
        url: `/api/${path}`,
        payload,
        headers: { origin: home, host: 'localhost' },
      });
    const challenge = async (token: string | undefined, path: string) =>
      (await post(token, path)).json<{ Challenge: string }>().Challenge;
    const methods = await server.app.inject('/api/signin/getloginurls');
    expect(methods.json()).toMatchObject({ LocalAccounts: false, Passkeys: false, PasswordReset: false });
    const device = new SoftPasskey(home);
    const { token } = await signIn();
    const created = device.create(await challenge(token, 'account/passkey/begin'));
    expect((await post(token, 'account/passkey', { Name: 'Laptop', ...created })).statusCode).toBe(200);
    const alone = await post(
      undefined,
      'signin/passkey',
      device.sign(await challenge(undefined, 'signin/passkey/begin')),
    );
    expect(alone.json()).toMatchObject({ Errors: [{ Code: 'WRONG_CREDENTIALS' }] });
    const later = await signIn();
    expect(later.entered.json()).toMatchObject({ FactorDue: true });
    const confirmed = await post(
      later.token,
      'account/passkey/confirm',
      device.sign(await challenge(later.token, 'account/passkey/challenge')),
    );
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    await server.as({ token: later.token, tenantId: tenant }).listFunds();
  });
});
