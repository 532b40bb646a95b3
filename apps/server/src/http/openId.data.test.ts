import { v7 as newId } from 'uuid';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../testing/testServer.ts';

const publicUrl = 'http://carrara.test';
const clientId = 'carrara';
const clientSecret = 'a secret of this test only';

interface Account {
  readonly email: string;
  readonly verified: boolean;
  /** How the provider says that it has made sure of the person. */
  readonly amr?: string[];
  readonly acr?: string;
}
const accounts: Record<string, Account> = {};

/** A provider on the own machine that signs in whoever its login_hint names, without asking. */
async function startProvider(): Promise<{ issuer: string; server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      { client_id: clientId, client_secret: clientSecret, redirect_uris: [`${publicUrl}/api/signin/openid/callback`] },
    ],
    claims: { openid: ['sub', 'amr', 'acr'], email: ['email', 'email_verified'] },
    scopes: ['openid', 'email', 'profile'],
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: accounts[sub]?.email, email_verified: accounts[sub]?.verified }),
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

/** A browser at the provider: follows its redirections with its cookies until it is sent back to the product. */
async function visitProvider(start: string, account: string): Promise<string> {
  const cookies = new Map<string, string>();
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
    if (url.origin === publicUrl) return url.href.slice(publicUrl.length);
  }
  throw new Error('the provider goes round in circles');
}

describe('a sign-in at an OpenID Connect provider', () => {
  let server: TestServer;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let tenant: string;

  beforeAll(async () => {
    provider = await startProvider();
    server = await TestServer.start({
      environment: {
        OPENID_ISSUER: provider.issuer,
        OPENID_CLIENT_ID: clientId,
        OPENID_CLIENT_SECRET: clientSecret,
        OPENID_NAME: 'Alder identity',
        OPENID_MFA_ACR: 'urn:alder:loa2 urn:alder:loa3',
        PUBLIC_URL: publicUrl,
      },
    });
    tenant = await server.tenant();
  });
  afterAll(async () => {
    await server?.stop();
    provider?.server.close();
  });

  async function member(email: string): Promise<string> {
    const person = newId();
    await server.database.worker.query(
      `INSERT INTO person (id, login, first_name, last_name, email) VALUES ($1, $2, 'Ada', 'Example', $2)`,
      [person, email],
    );
    await server.join(tenant, person, { carry: 'viewer' });
    return person;
  }

  const cookieOf = (answer: { cookies: readonly { name: string; value: string }[] }, name: string) =>
    answer.cookies.find((cookie) => cookie.name === name)?.value ?? '';

  async function begin() {
    const answer = await server.app.inject('/api/signin/openid');
    return { url: String(answer.headers.location), cookie: cookieOf(answer, 'FVAT') };
  }
  const comeBack = (url: string, cookie: string) => server.app.inject({ url, cookies: { FVAT: cookie } });
  const exchange = (code: string, cookie: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/signin/exchange',
      payload: { Code: code },
      cookies: { FVAT: cookie },
    });

  async function signIn(account: string) {
    const { url, cookie } = await begin();
    const back = await comeBack(await visitProvider(url, account), cookie);
    return { place: String(back.headers.location), cookie: cookieOf(back, 'FVAT') };
  }
  const codeIn = (place: string) => /^\/#\/login\/(.+)$/.exec(place)?.[1] ?? '';

  it('is offered beside the local accounts', async () => {
    const ways = await server.app.inject('/api/signin/getloginurls');
    expect(ways.json()).toEqual({
      LocalAccounts: true,
      Passkeys: true,
      PasswordReset: false,
      LoginUrls: [{ Name: 'Alder identity', Url: '/api/signin/openid' }],
    });
  });

  it('opens a session for the person with the verified address, and for the same person when the address has changed', async () => {
    await member('ada@alder.test');
    accounts['sub-ada'] = { email: 'Ada@Alder.test', verified: true };
    const { place, cookie } = await signIn('sub-ada');
    const entered = await exchange(codeIn(place), cookie);
    expect(entered.json()).toMatchObject({ Tenants: [{ Id: tenant }] });
    const session = cookieOf(entered, 'AuthToken');
    const me = await server.call(session, tenant, { url: '/api/Signin/' });
    expect(me.json()).toMatchObject({ Email: 'ada@alder.test' });

    accounts['sub-ada'] = { email: 'married@alder.test', verified: true };
    const again = await signIn('sub-ada');
    expect((await exchange(codeIn(again.place), again.cookie)).statusCode).toBe(200);
  });

  it('is as strong as the provider says: by amr that rests on two grounds, or by an acr of the installation', async () => {
    const methodsOf = async (sub: string, how: Pick<Account, 'amr' | 'acr'>) => {
      await member(`${sub}@alder.test`);
      accounts[sub] = { email: `${sub}@alder.test`, verified: true, ...how };
      const { place, cookie } = await signIn(sub);
      const session = cookieOf(await exchange(codeIn(place), cookie), 'AuthToken');
      const sessions = await server.call(session, undefined, { url: '/api/account/session' });
      return sessions.json<{ Methods: string[] }[]>().flatMap(({ Methods }) => Methods);
    };
    expect(await methodsOf('plain', {})).toEqual(['provider']);
    expect(await methodsOf('one-ground', { amr: ['otp', 'hwk'], acr: 'urn:alder:loa1' })).toEqual(['provider']);
    expect(await methodsOf('two-grounds', { amr: ['pwd', 'otp'] })).toEqual(['providerMfa']);
    expect(await methodsOf('its-acr', { acr: 'urn:alder:loa3' })).toEqual(['providerMfa']);
  });

  it('has a code that works once, in the browser whose cookie FVAT it was made for, within a minute [U-T-102]', async () => {
    await member('once@alder.test');
    accounts['sub-once'] = { email: 'once@alder.test', verified: true };
    const mine = await signIn('sub-once');
    const others = await begin();
    expect((await exchange(codeIn(mine.place), others.cookie)).statusCode).toBe(401);
    expect((await exchange(codeIn(mine.place), mine.cookie)).statusCode).toBe(200);
    expect((await exchange(codeIn(mine.place), mine.cookie)).statusCode).toBe(401);
    const late = await signIn('sub-once');
    server.passMinutes(2);
    expect((await exchange(codeIn(late.place), late.cookie)).statusCode).toBe(401);
  });

  it('lets nobody in whose address is unknown, not verified, or of a person who was made inactive', async () => {
    const person = await member('left@alder.test');
    accounts['sub-unknown'] = { email: 'stranger@elsewhere.test', verified: true };
    accounts['sub-claims'] = { email: 'left@alder.test', verified: false };
    accounts['sub-left'] = { email: 'left@alder.test', verified: true };
    expect((await signIn('sub-unknown')).place).toBe('/#/user-not-found');
    expect((await signIn('sub-claims')).place).toBe('/#/user-not-found');
    expect(codeIn((await signIn('sub-left')).place)).not.toBe('');
    await server.database.worker.query('UPDATE person SET is_inactive = true WHERE id = $1', [person]);
    expect((await signIn('sub-left')).place).toBe('/#/user-not-found');
  });

  it('refuses an answer that belongs to another browser, to no question, or that says no', async () => {
    await member('target@alder.test');
    accounts['sub-target'] = { email: 'target@alder.test', verified: true };
    const mine = await begin();
    const others = await begin();
    const returned = await visitProvider(mine.url, 'sub-target');
    expect((await comeBack(returned, others.cookie)).headers.location).toBe('/#/login?refused');
    expect((await comeBack(returned, 'made-up')).headers.location).toBe('/#/login?refused');
    expect((await comeBack(returned, mine.cookie)).headers.location).toMatch(/^\/#\/login\/.{20}/);
    expect((await comeBack(returned, mine.cookie)).headers.location).toBe('/#/login?refused');
    const denied = await begin();
    expect((await comeBack(await visitProvider(denied.url, 'refused'), denied.cookie)).headers.location).toBe(
      '/#/login?refused',
    );
  });
});
