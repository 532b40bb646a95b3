import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../testing/testServer.ts';

let server: TestServer;
let login: string;
beforeAll(async () => {
  server = await TestServer.start();
  ({ login } = await server.person(await server.tenant(), { carry: 'viewer' }));
});
afterAll(() => server.stop());

const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/signin/form',
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

it('signs in with a form that was sent before the scripts had loaded', async () => {
  const answer = await send({ login, password: TestServer.password });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
  const [cookie] = answer.cookies;
  const { statusCode } = await server.app.inject({ url: '/api/signin/', cookies: { [cookie!.name]: cookie!.value } });
  expect(statusCode).not.toBe(401);
});

it('leads back to the sign-in page with a reason that contains neither name nor password', async () => {
  const answer = await send({ login, password: 'wrong' });
  expect([answer.statusCode, answer.headers.location, answer.cookies]).toEqual([303, '/#/login?refused=form', []]);
});

it('refuses a form on a page of another site', async () => {
  const answer = await send({ login, password: TestServer.password }, { origin: 'https://elsewhere.example' });
  expect([answer.statusCode, answer.cookies]).toEqual([403, []]);
});
