import { expect, it } from 'vitest';
import { decideDocument, releaseFailures } from './index.ts';

it('a document is added by people with permission, in a category of its record', () => {
  const codes = (categoryId: string | null, mayWrite = true) =>
    decideDocument({ categoryId, categories: ['letters'] }, mayWrite).match(
      () => [],
      (failures) => failures.map(({ code }) => code),
    );
  expect([codes(null), codes('letters')]).toEqual([[], []]);
  expect(codes('other')).toEqual(['NOT_FOUND']);
  expect(codes('other', false)).toEqual(['FORBIDDEN']);
});

it('documents of some records are released', () => {
  expect(releaseFailures('fund', ['fund'])).toEqual([]);
  expect(releaseFailures('employee', ['fund'])).toMatchObject([{ code: 'CONDITION_NOT_MET' }]);
});
