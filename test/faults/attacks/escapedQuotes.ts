import { expect } from 'vitest';
import type { Attack } from '../attack.ts';

/** Text that never ends makes a reader that looks for its end from each quotation mark anew work for hours. */
export const attack: Attack = {
  what: 'a body of a hundred thousand escaped quotation marks, from nobody',
  async run({ product, tried }) {
    for (const path of ['/api/signin/local', '/api/carry/fund', '/api/carry/distribution/save-distribution']) {
      // A body that is refused unread may find the connection closed while it is still being sent.
      const status = await fetch(`${product.baseUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"a":"${String.raw`\"`.repeat(110_000)}`,
      }).then(
        (answer) => answer.status,
        () => 'closed',
      );
      tried(path, status);
      expect([401, 413, 'closed']).toContain(status);
    }
  },
};
