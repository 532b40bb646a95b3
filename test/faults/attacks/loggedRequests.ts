import { expect } from 'vitest';
import type { Attack } from '../attack.ts';
import { send } from '../product.ts';

/** The log tells who did what, and contains no secrets. */
export const attack: Attack = {
  label: 'a search of the log for tokens',
  async run({ product, editor, tried }) {
    const { token, tenantId } = editor;
    await send(product.baseUrl, editor, `/api/carry/fund?SearchQuery=${token}&AuthToken=${token}`);
    await expect.poll(() => product.written()).toContain('"operation":"listFunds"');
    const line =
      product
        .written()
        .split('\n')
        .find((text) => text.includes('"operation":"listFunds"')) ?? '{}';
    tried('the line of a request', line);
    expect(JSON.parse(line)).toMatchObject({
      tenantId,
      personId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'GET',
    });
    expect(product.written()).not.toContain(token);
  },
};
