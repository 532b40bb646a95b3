import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

it('a refusal about a missing record omits its id, which nobody can read', () => {
  const idInMessage = /fail\('NOT_FOUND'[^`;)]*`[^`]*\$\{(?:\w+\.)*\w*[iI]d\}[^`]*`/g;
  const found = ['apps', 'packages'].flatMap((folder) =>
    readSources(folder).flatMap(({ path, text }) =>
      [...text.matchAll(idInMessage)].map(([call]) => `${path}: ${call}`),
    ),
  );
  expect(found).toEqual([]);
});
