import { readFileSync } from 'node:fs';
import { allFileTypes, isPayFile } from '@carrara/contract/core/fileTypes';
import { expect, it } from 'vitest';

const rules = readFileSync(
  new URL('../../packages/adapters/src/postgres/engine/database/rules.txt', import.meta.url),
  'utf8',
);

it('the database limits uploads of the kinds of files that contain pay', () => {
  const policy = /^upload_history: restrictive policy visible_pay .* using (.*) check (.*)$/m.exec(rules);
  const [, reads = '', writes = ''] = policy ?? [];
  for (const condition of [reads, writes]) {
    const kinds = [...condition.matchAll(/'([^']*)'::text/g)].map(([, kind]) => kind);
    expect(new Set(kinds)).toEqual(new Set(allFileTypes.filter(isPayFile)));
  }
});
