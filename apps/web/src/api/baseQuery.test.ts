import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBaseQuery } from './baseQuery.ts';

const refusal = {
  Message: 'Show it again.',
  Errors: [{ Code: 'STEP_UP_REQUIRED', Path: '', Message: 'Show it again.' }],
};
let close = () => undefined as unknown;
afterEach(() => {
  vi.unstubAllGlobals();
  close();
});

/** A server that asks for a second factor until it was shown, and what it was sent. */
async function asking() {
  const bodies: string[] = [];
  let isShown = false;
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      bodies.push(body);
      reply.statusCode = isShown ? 200 : 403;
      reply.setHeader('content-type', 'application/json');
      reply.end(JSON.stringify(isShown ? { Ended: 1 } : refusal));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  close = () => server.close();
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  // Node knows no page whose address a path is relative to.
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => send(new URL(path, origin), init));
  const query = (answer: boolean) =>
    createBaseQuery({
      tenantId: () => undefined,
      mayCall: () => true,
      onSignedOut: () => Promise.resolve(false),
      onStepUp: () => {
        isShown = answer;
        return Promise.resolve(answer);
      },
      onServerError: () => undefined,
    });
  return { bodies, query };
}
const call = { operation: 'removeSecondFactor', argument: { body: { code: 'typed' } } } as const;
const surroundings = { getState: () => ({}), signal: new AbortController().signal } as never;

describe('a call that asks for a second factor', () => {
  it('is sent again as it was once the factor was shown', async () => {
    const { bodies, query } = await asking();
    expect(await query(true)(call, surroundings, {})).toMatchObject({ data: { ended: 1 } });
    expect(bodies).toEqual(['{"Code":"typed"}', '{"Code":"typed"}']);
  });

  it('is refused with the reason where it was not shown', async () => {
    const { bodies, query } = await asking();
    const outcome = await query(false)(call, surroundings, {});
    expect(outcome).toMatchObject({ error: { status: 403, message: 'Show it again.' } });
    expect(bodies).toHaveLength(1);
  });
});
