import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { sendFile } from './files.ts';

const sentAs = async (name: string) => {
  const app = fastify();
  app.get('/', (_request, reply) => sendFile(reply, { name, type: 'text/csv', content: Buffer.from('a') }));
  const answer = await app.inject('/');
  await app.close();
  return decodeURIComponent(String(answer.headers['content-disposition']).split("UTF-8''")[1] ?? '');
};

describe('a sent file', () => {
  it.each([
    ['Q4 2026.xlsx', 'Q4 2026.xlsx'],
    ['Ausschüttung Ж.pdf', 'Ausschüttung Ж.pdf'],
    ['2026/../x\\..:*?"<>| q.xlsx', '2026 .. x .. q.xlsx'],
    ['.hidden.xlsx', 'hidden.xlsx'],
    ['paid \u202Exslx.exe.xlsx', 'paid xslx.exe.xlsx'],
    ['no extension', 'no extension'],
  ])('is named %j, which every system accepts', async (name, expected) => {
    expect(await sentAs(name)).toBe(expected);
  });
});
