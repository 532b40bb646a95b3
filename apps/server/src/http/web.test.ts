import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { serveWeb } from './web.ts';

const folder = mkdtempSync(join(tmpdir(), 'carrara-web-'));
afterAll(() => rmSync(folder, { recursive: true }));
const script = 'export const figures = [];\n'.repeat(100);
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'assets', 'index-abc.js'), script);
writeFileSync(join(folder, 'assets', 'index-abc.js.br'), brotliCompressSync(script));
writeFileSync(join(folder, 'index.html'), '<!doctype html>');
writeFileSync(join(folder, 'signIn.html'), '<!doctype html><html data-signed-out>');

const app = fastify();
await app.register(cookie);
await serveWeb(app, folder, 'AuthToken');
const send = (url: string, encodings: string) =>
  app.inject({ method: 'GET', url, headers: { 'accept-encoding': encodings } });

it('sends the compressed file to browsers that accept it, cached for a year', async () => {
  const answer = await send('/assets/index-abc.js', 'gzip, deflate, br');
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script);
});

it('sends the original file to others, and if there is no smaller one', async () => {
  const plain = await send('/assets/index-abc.js', 'identity');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(script);
  const page = await send('/index.html', 'gzip, deflate, br');
  expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
  expect(page.body).toBe('<!doctype html>');
});

it('sends the page with the sign-in form only to browsers without a session', async () => {
  const without = await app.inject('/');
  expect([without.body, without.headers['cache-control']]).toEqual([
    '<!doctype html><html data-signed-out>',
    'no-cache',
  ]);
  expect(without.headers.vary).toContain('cookie');
  const within = await app.inject({ url: '/', cookies: { AuthToken: 'token' } });
  expect(within.body).toBe('<!doctype html>');
});
