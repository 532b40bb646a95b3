import { describe, expect, it } from 'vitest';
import { fieldError, valuesToSave } from './fieldRules.ts';

const raised = { kind: 'money', title: 'Capital raised' } as const;

describe('why a value cannot be saved [U-P-080 U-T-072]', () => {
  it.each([
    [{ kind: 'text', title: 'Name', required: true }, '  ', 'Name is required'],
    [{ kind: 'text', title: 'Name', max: 3 }, 'abcd', 'Name is longer than 3 characters'],
    [{ kind: 'email', title: 'E-mail' }, 'a@b', 'E-mail is not an e-mail address'],
    [{ kind: 'date', title: 'Final close' }, '02/30/2026', 'Final close must be a date, such as 09/30/2026'],
    [{ kind: 'date', title: 'Final close' }, '12/31/1820', 'Final close is before 1900'],
    [{ kind: 'date', title: 'Final close' }, '01/01/2200', 'Final close is after 2199'],
    [{ kind: 'date', title: 'Final close' }, '12/31/2199', undefined],
    [raised, '12.345', 'Capital raised has more than 2 decimals'],
    [raised, '(1.00)', 'Capital raised can’t be negative'],
    [{ ...raised, negative: true }, '(1.00)', undefined],
    [{ ...raised, required: true }, '-', 'Capital raised is required'],
    [{ kind: 'year', title: 'Year' }, '2,019', 'Year is not a year from 1900 to 2200'],
    [{ kind: 'year', title: 'Year' }, '219', 'Year is not a year from 1900 to 2200'],
    [{ kind: 'year', title: 'Year' }, ' 2019 ', undefined],
    [{ kind: 'year', title: 'Year' }, 2019, undefined],
    [{ kind: 'count', title: 'Employees' }, '1,000,000,001', 'Employees is more than 1,000,000,000'],
    [{ kind: 'count', title: 'Requests a minute', least: 1, most: 12_000 }, '0', 'Requests a minute is less than 1'],
    [{ kind: 'count', title: 'Requests a minute', least: 1, most: 12_000 }, 12_000, undefined],
    [{ kind: 'percent', title: 'Default escrow %', most: 100 }, '101', 'Default escrow % is more than 100'],
    [{ kind: 'percent', title: 'Default escrow %', most: 100 }, '100', undefined],
    [{ kind: 'percent', title: 'Rate' }, '101', undefined],
    [{ kind: 'boolean', title: 'Active', required: true }, false, undefined],
    [
      { kind: 'reference', title: 'Fund', required: true },
      { id: '00000000-0000-0000-0000-000000000000' },
      'Fund is required',
    ],
  ] as const)('%o with %o: %s', (field, value, error) => expect(fieldError(field, value)).toBe(error));
});

it('the submitted value has the format of the API', () => {
  const fields = {
    name: { kind: 'text', title: 'Name' },
    note: { kind: 'longText', title: 'Note' },
    raised,
    closed: { kind: 'date', title: 'Closed' },
    count: { kind: 'count', title: 'Count' },
    active: { kind: 'boolean', title: 'Active' },
    paid: { kind: 'money', title: 'Paid', readOnly: true },
    home: { kind: 'address', title: 'Home' },
  } as const;
  const typed = {
    name: ' Alder ',
    note: '',
    raised: '1,250.50',
    closed: '9/30/2026',
    count: '12',
    paid: '1',
    home: { city: 'Boston' },
  };
  expect(valuesToSave(fields, typed)).toEqual({
    name: 'Alder',
    note: null,
    raised: '1250.5',
    closed: '2026-09-30',
    count: 12,
    active: false,
    home: null,
  });
});
