import { expect, it } from 'vitest';
import { calendarDate, err, fail, ok } from '../../kernel/index.ts';
import { decideToken } from './index.ts';

const today = calendarDate('2026-10-01');
const token = { endsOn: today, withPay: false, addresses: ok(['203.0.113.7']), isOfProgram: false };
const owner = { name: 'Ann', modules: [], tokens: 0 };
const rights = { roles: { carry: 'administrator' }, managesTokens: false, viewsPay: false, canViewAllPay: false };
const codes = (
  overrides: Partial<Parameters<typeof decideToken>[0]>,
  tokenOwner: Parameters<typeof decideToken>[1] = owner,
  may: Partial<typeof rights> = {},
) =>
  decideToken({ ...token, ...overrides }, tokenOwner, { ...rights, ...may }, today).match(
    () => [],
    (failures) => failures.map(({ code }) => code),
  );

it('a token has a validity period, addresses and, with permission, pay access', () => {
  expect(decideToken(token, owner, rights, today)._unsafeUnwrap()).toEqual(['203.0.113.7']);
  const unclear = err([fail('ADDRESS_UNCLEAR', ['addresses'], '')]);
  const wrong = { endsOn: calendarDate('2026-09-30'), addresses: unclear, withPay: true };
  expect(codes(wrong)).toEqual(['TOKEN_PERIOD', 'ADDRESS_UNCLEAR', 'TOKEN_WITHOUT_PAY']);
  expect(codes({ withPay: true }, owner, { viewsPay: true })).toEqual([]);
  expect(codes({}, { ...owner, tokens: 50 })).toEqual(['TOO_MANY_TOKENS']);
});

it("a program's token requires its administration, and with pay access the visibility of all pay", () => {
  const manager = { managesTokens: true, viewsPay: true };
  const program = { ...token, isOfProgram: true };
  expect(codes(program, undefined)).toEqual(['FORBIDDEN']);
  expect(decideToken(program, undefined, { ...rights, ...manager }, today)._unsafeUnwrapErr()).toMatchObject([
    { code: 'NOT_FOUND', path: ['programId'] },
  ]);
  expect(codes(program, { ...owner, modules: ['carry', 'comp'] }, manager)).toEqual(['PERSON_NOT_YOURS']);
  expect(codes({ ...program, withPay: true }, owner, manager)).toEqual(['TOKEN_WITHOUT_PAY']);
  expect(codes({ ...program, withPay: true }, owner, { ...manager, canViewAllPay: true })).toEqual([]);
});
