import { expect, it } from 'vitest';
import { sinceText } from './addresses.ts';

it('names the event since which a task has been open: a run to post was approved or changed', () => {
  const texts = (['approval', 'returned', 'release'] as const).map((kind) =>
    sinceText({ kind, type: 'distribution', id: '' }),
  );
  expect(texts).toEqual(['Submitted', 'Rejected', 'Due']);
  const toPost = (['ledgerRun', 'realization'] as const).map((type) => sinceText({ kind: 'posting', type, id: '' }));
  expect(toPost).toEqual(['Approved', 'Changed']);
});
