import { expect, it } from 'vitest';
import { decideNote } from './index.ts';

it('a note is written by people who may, changed by its author, and stays with its record', () => {
  const note = { objectId: 'fund', isOfPay: false };
  const before = { ...note, canEdit: true };
  const codes = (...facts: Parameters<typeof decideNote>) =>
    decideNote(...facts).match(
      () => [],
      (failures) => failures.map(({ code }) => code),
    );
  expect([codes(undefined, note, true), codes(before, note, false)]).toEqual([[], []]);
  expect(codes(undefined, note, false)).toEqual(['FORBIDDEN']);
  expect(codes({ ...before, canEdit: false }, { ...note, objectId: 'other' }, true)).toEqual(['FORBIDDEN']);
  expect(codes(before, { ...note, objectId: 'other' }, true)).toEqual(['NOT_FOUND']);
  expect(codes(before, { ...note, isOfPay: true }, true)).toEqual(['NOT_FOUND']);
});
