import { type FailureCode, failures } from '@carrara/domain/kernel';
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

it('a refusal without a text of its own has the text of its code', () => {
  const found = ['apps', 'packages'].flatMap((folder) =>
    readSources(folder)
      .filter(({ path }) => !path.includes('.test.'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/fail\('([A-Z_]+)', \[[^\]]*\], ''\)/g)].flatMap(([call, code]) =>
          failures[code as FailureCode] === null ? [`${path}: ${call}`] : [],
        ),
      ),
  );
  expect(found).toEqual([]);
});
