import { callsByConcept } from '@carrara/contract/contract';
import type { Endpoint } from '@carrara/contract/core/endpoint';
import fastify from 'fastify';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { isCompressible, sendJson } from './sendJson.ts';

const long = JSON.stringify({ Name: 'Ärmel €'.repeat(200) });
const app = fastify();
app.get('/long', (request, reply) => sendJson(request, reply, long, true));
app.get('/short', (request, reply) => sendJson(request, reply, '{"Id":1}', true));
app.get('/secret', (request, reply) => sendJson(request, reply, long, false));
const get = (url: string, encodings: string) => app.inject({ url, headers: { 'accept-encoding': encodings } });

it.each(['gzip', 'br, gzip', 'deflate, GZIP;q=0.5', 'gzip;q=1.0, *;q=0'])('compresses for %s', async (encodings) => {
  const answer = await get('/long', encodings);
  expect(answer.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(answer.rawPayload.length),
    vary: 'accept-encoding',
  });
  expect(gunzipSync(answer.rawPayload).toString()).toBe(long);
});

it.each(['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0', 'x-gzip'])(
  'sends the text itself for “%s”',
  async (encodings) => {
    const answer = await get('/long', encodings);
    expect([answer.headers['content-encoding'], answer.headers.vary, answer.body]).toEqual([
      undefined,
      'accept-encoding',
      long,
    ]);
  },
);

it('compresses neither short responses nor those with credentials', async () => {
  for (const url of ['/short', '/secret'])
    expect((await get(url, 'gzip')).headers['content-encoding'], url).toBeUndefined();
});

const calls: readonly [string, Endpoint][] = Object.values(callsByConcept).flatMap((concept) =>
  Object.entries(concept as Readonly<Record<string, Endpoint>>),
);

it('compresses no response that can contain a credential', () => {
  const credential = /^"(?:\w*token|secret|\w*password|recoveryCodes|challenge|uri)":$/i;
  const withCredential = calls.filter(
    ([, { result }]) =>
      result &&
      JSON.stringify(z.toJSONSchema(result, { unrepresentable: 'any' }).properties ?? {})
        .match(/"\w+":/g)
        ?.some((name) => credential.test(name)),
  );
  expect(withCredential.length).toBeGreaterThan(5);
  expect(withCredential.filter(([, call]) => isCompressible(call)).map(([name]) => name)).toEqual([]);
  const compressed = calls.filter(([, call]) => isCompressible(call)).map(([name]) => name);
  expect(compressed).toEqual(expect.arrayContaining(['listFunds', 'getPortalHome', 'listSalaries']));
});
