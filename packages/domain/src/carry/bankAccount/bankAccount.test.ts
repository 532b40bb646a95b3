import { describe, expect, it } from 'vitest';
import { bankAccountAnswerFailures, bankAccountFailures, plainNumber } from './index.ts';

const codes = (bankCode: string, accountNumber: string) =>
  bankAccountFailures({ bankCode, accountNumber }).map(({ code }) => code);

describe('a bank account', () => {
  it('is an account number with a routing number, or an IBAN with a BIC, however they are spaced', () => {
    expect(codes('021000021', '000123-4567')).toEqual([]);
    expect(codes('DEUTDEFF500', 'DE89 3704 0044 0532 0130 00')).toEqual([]);
    expect(plainNumber('de89 3704-0044')).toBe('DE8937040044');
  });

  it.each([
    ['021000022', '1234567', 'BANK_CODE_INVALID'],
    ['DEUTDE', '1234567', 'BANK_CODE_INVALID'],
    ['021000021', '1234', 'ACCOUNT_NUMBER_INVALID'],
    ['DEUTDEFF', 'DE89370400440532013001', 'ACCOUNT_NUMBER_INVALID'],
  ])('is refused where it is mistyped: %s %s', (bankCode, accountNumber, code) => {
    expect(codes(bankCode, accountNumber)).toEqual([code]);
  });
});

describe('a change of an account', () => {
  const change = { enteredBy: 'ada', enteredByName: 'Ada King', isAnswered: false };
  const answer = (personId: string, how: 'confirm' | 'refuse', isAnswered = false) =>
    bankAccountAnswerFailures({ ...change, isAnswered }, personId, how).map(({ code }) => code);

  it('is confirmed by a second person, once', () => {
    expect(answer('ada', 'confirm')).toEqual(['SECOND_PERSON_REQUIRED']);
    expect(answer('ben', 'confirm')).toEqual([]);
    expect(answer('ben', 'confirm', true)).toEqual(['ALREADY_DECIDED']);
  });

  it('may be taken back by who entered it', () => {
    expect(answer('ada', 'refuse')).toEqual([]);
  });
});
