import { expect } from 'vitest';
import type { Attack } from '../attack.ts';
import { send } from '../product.ts';

const names = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"n${at}":1`).join()}}`;
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const bodies = [
  ['600,000 names', names(600_000)],
  ['1,000 names', names(1_000)],
  ['150 names', names(150)],
  ['depth 10,000', nested(10_000)],
  ['depth 30', nested(30)],
  ['a million list items', `[${'1,'.repeat(1_000_000)}1]`],
] as const;
/** A call without a session, one with the usual limit for bodies, and one with the largest limit. */
const paths = ['/api/signin/local', '/api/carry/fund', '/api/carry/distribution/save-distribution'];

/** A body of unknown names is refused by its size or by their number. The response does not grow with it. */
export const attack: Attack = {
  label: 'bodies with very many names and very deep nesting',
  async run({ product, editor, tried }) {
    for (const path of paths) {
      for (const [label, body] of bodies) {
        const answer = await fetch(`${product.baseUrl}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authtoken: editor.token, tenantid: editor.tenantId },
          body,
        });
        const [status, text] = [answer.status, await answer.text()];
        tried(`${label} to ${path}`, `${status}, ${text.length} characters`);
        // The sign-in may be delayed for an address with earlier failed attempts.
        expect([400, 413, 429]).toContain(status);
        expect(text.length).toBeLessThan(20_000);
      }
    }
    const { status } = await send(product.baseUrl, editor, '/api/carry/fund?StartPage=1');
    expect(status).toBe(200);
  },
};
