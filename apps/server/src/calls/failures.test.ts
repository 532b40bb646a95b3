import { fail } from '@carrara/domain/kernel';
import { id } from '@carrara/contract/core/schema';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from './failures.ts';

const messageOf = (...failures: Parameters<typeof errorBody>[0]) => errorBody(failures).Message;

it('states each problem as a sentence with its row', () => {
  expect(
    messageOf(
      fail('INVALID_VALUE', ['entries', 0, 'participantClass'], 'choose a participant class for the entry'),
      fail('INVALID_VALUE', ['entries', 2, 'schedule'], 'choose a vesting schedule for the entry'),
    ),
  ).toBe('Row 1: Choose a participant class for the entry. Row 3: Choose a vesting schedule for the entry.');
});

it('names no row for a path into nested lists, where the number alone is ambiguous', () => {
  const missing = (path: (string | number)[], name: string) => fail('INVALID_VALUE', path, `${name} has no amount`);
  expect(
    messageOf(
      missing(['sources', 1], 'Fund I'),
      missing(['sources', 0, 'details', 20, 'amount'], 'Elena'),
      missing(['sources', 1, 'details', 20, 'amount'], 'Felix'),
    ),
  ).toBe('Row 2: Fund I has no amount. Elena has no amount. Felix has no amount.');
});

it('leaves a single text as it is in the catalog', () => {
  const text = 'Both Start and End Period must be specified';
  expect(messageOf(fail('INVALID_VALUE', ['details', 0, 'periodEnd'], text))).toBe(text);
});

it('names the field if the text continues its name', () => {
  expect(messageOf(fail('REQUIRED', ['objectType'], 'is required'))).toBe('Object type is required.');
  expect(messageOf(fail('REQUIRED', ['isInactive'], 'is required'))).toBe('Inactive is required.');
  expect(messageOf(fail('INVALID_VALUE', ['nav'], 'is too large'))).toBe('NAV is too large.');
  expect(messageOf(fail('INVALID_VALUE', ['lines', 0, 'requestedAmount'], 'is not a number'))).toBe(
    'Amount is not a number.',
  );
  expect(messageOf(fail('TOO_SHORT_OR_SMALL', ['details'], 'needs at least 1 entry'))).toBe(
    'Details needs at least 1 entry.',
  );
});

it('names the mistake in an id', () => {
  const text = 'Id is not an id (xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx).';
  const { error } = z.strictObject({ id: id() }).safeParse({ id: 'abc' });
  expect(messageOf(fail('INVALID_VALUE', ['id'], error?.issues[0]?.message ?? ''))).toBe(text);
});

it('names the fields of a bank account by their titles', () => {
  const named = (field: string) => messageOf(fail('REQUIRED', [field], 'is required'));
  expect(['holderName', 'bankName', 'bankCode', 'accountNumber'].map(named)).toEqual([
    'Account holder is required.',
    'Bank is required.',
    'Routing number or BIC is required.',
    'Account number or IBAN is required.',
  ]);
});

it('says in one sentence that a state does not allow an action', () => {
  const text = 'This isn’t possible while the status is Disbursed.';
  for (const path of [['status'], ['id'], []]) expect(messageOf(fail('WRONG_STATE', path, text))).toBe(text);
  expect(messageOf(fail('WRONG_STATE', ['status'], ''))).toBe('This isn’t possible in the current state.');
});

it('names a row only once', () => {
  const missing = (at: number) =>
    fail('CLASS_REQUIRED', ['entries', at, 'participantClass'], `Row ${at + 1} has no participant class. Choose one.`);
  expect(messageOf(missing(0), missing(2))).toBe(
    'Row 1 has no participant class. Choose one. Row 3 has no participant class. Choose one.',
  );
});
