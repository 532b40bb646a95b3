import { expect } from 'vitest';
import type { Attack } from '../attack.ts';

/**
 * Many guesses at once, each with a forged address. If passwords were compared before attempts are counted, the number of guesses would be unlimited.
 */
export const attack: Attack = {
  label: 'fifty-five password guesses at once, each from a different forged sender',
  async run({ product, firm, editor, tried }) {
    const guess = async (at: number) => {
      const { status } = await fetch(`${product.baseUrl}/api/signin/local`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${at}` },
        body: JSON.stringify({ Login: `${firm.accountant.login}.guessed`, Password: `guess ${at}` }),
      });
      return status;
    };
    const began = Date.now();
    const statuses = await Promise.all(Array.from({ length: 55 }, (_item, at) => guess(at)));
    const compared = statuses.filter((status) => status === 401).length;
    tried('compared of 55', compared);
    // Five attempts, and one more for each wait that has passed: one second, then two, then four.
    const waitsPassed = Math.floor(Math.log2(1 + (Date.now() - began) / 1_000));
    expect(compared).toBeGreaterThanOrEqual(5);
    expect(compared).toBeLessThanOrEqual(5 + waitsPassed);
    expect(statuses.filter((status) => status === 429)).toHaveLength(55 - compared);
    const headers = { authtoken: editor.token, tenantid: firm.tenantId };
    const { status } = await fetch(`${product.baseUrl}/api/carry/fund`, { headers });
    tried('who has a session', status);
    expect(status).toBe(200);
    const metrics = await fetch(`${product.baseUrl}/metrics`, { headers: { 'x-forwarded-for': '127.0.0.1' } });
    tried('/metrics as if from this machine', metrics.status);
    expect(metrics.status).toBe(403);
  },
};
