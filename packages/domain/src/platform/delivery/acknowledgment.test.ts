import { expect, it } from 'vitest';
import { type Acknowledgment, acknowledgmentFailures } from './acknowledgment.ts';
import { decideReminder } from './decideReminder.ts';

const codesOf = (more: Partial<Acknowledgment>) =>
  acknowledgmentFailures({
    wording: 'I have received this letter.',
    isSuperseded: false,
    isWithdrawn: false,
    isAcknowledged: false,
    hasOpened: true,
    name: 'Zoë van der Berg',
    typedName: 'Zoë van der Berg',
    ...more,
  }).map(({ code }) => code);

it("an acknowledgment accepts the reader's own name, ignoring case, accents and blanks", () => {
  for (const typedName of ['Zoë van der Berg', ' zoe  van der  BERG ', 'Zoe van-der Berg'])
    expect(codesOf({ typedName }), typedName).toEqual([]);
  for (const typedName of ['', 'Zoë', 'Noah Cole', '—'])
    expect(codesOf({ typedName }), typedName).toEqual(['NAME_DIFFERS']);
});

it('an acknowledgment is given once, for the current version, if one is required', () => {
  expect(codesOf({ wording: null })).toEqual(['NOTHING_TO_ACKNOWLEDGE']);
  expect(codesOf({ isSuperseded: true })).toEqual(['WRONG_STATE']);
  expect(codesOf({ isWithdrawn: true })).toEqual(['WRONG_STATE']);
  expect(codesOf({ isAcknowledged: true })).toEqual(['ALREADY_ACKNOWLEDGED']);
});

it('an acknowledgment requires that the reader opened the document, whatever name is entered', () => {
  expect(codesOf({ hasOpened: false })).toEqual(['NOT_OPENED']);
  expect(codesOf({ hasOpened: false, typedName: 'Noah Cole' })).toEqual(['NOT_OPENED']);
  expect(codesOf({ hasOpened: false, isAcknowledged: true })).toEqual(['ALREADY_ACKNOWLEDGED']);
});

it('recipients are reminded of the current version that they have to acknowledge', () => {
  const codes = (state: string, wording: string | null) =>
    decideReminder({ state, wording }).match(
      () => [],
      (failures) => failures.map(({ code }) => code),
    );
  expect(codes('Released', 'I have received this letter.')).toEqual([]);
  expect(codes('Released', null)).toEqual(['NOTHING_TO_ACKNOWLEDGE']);
  expect([codes('Superseded', null), codes('Withdrawn', null)]).toEqual([['WRONG_STATE'], ['WRONG_STATE']]);
});
