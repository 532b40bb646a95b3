import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { createTestClient, refusal } from './testClient.ts';

it('fails if a call that should be refused succeeds', async () => {
  await expect(refusal(Promise.resolve('saved'))).rejects.toThrow('The call was not refused.');
});

it('doesn’t take an error of the test for a refusal', async () => {
  await expect(refusal(Promise.reject(new TypeError('broken')))).rejects.toThrow('broken');
});

it('resolves to the client that an async function returns', async () => {
  const client = createTestClient({} as FastifyInstance, {});
  await expect(Promise.resolve(client)).resolves.toBe(client);
});
