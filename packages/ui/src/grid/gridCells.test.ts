import { expect, it } from 'vitest';
import { editText, readCell } from './gridCells.ts';

const column = { field: 'x', title: 'X' } as const;

it.each([
  ['money', '$1,250.50', { value: '1250.5' }],
  ['money', '', { value: null }],
  ['money', 'abc', { refused: 'is not a number' }],
  ['money', '-1', { refused: 'can’t be negative' }],
  ['count', '12', { value: 12 }],
  ['date', '9/30/2026', { value: '2026-09-30' }],
  ['date', '31', { refused: 'must be a date, such as 09/30/2026' }],
  ['boolean', 'Yes', { value: true }],
  ['text', '  ', { value: null }],
  ['instant', 'now', { refused: 'can’t be changed here' }],
] as const)('a %s cell reads %o', (kind, typed, reading) =>
  expect(readCell({ ...column, kind }, typed)).toEqual(reading),
);

it('a choice is found by name or code, ignoring case', () => {
  const options = [{ id: '1', name: 'Partner', code: 'P' }];
  expect(readCell({ ...column, kind: 'reference', options }, 'partner')).toEqual({ value: options[0] });
  expect(readCell({ ...column, kind: 'reference', options }, 'p')).toEqual({ value: options[0] });
  expect(readCell({ ...column, kind: 'reference', options }, 'other')).toEqual({
    refused: 'is not one of the choices',
  });
});

it('an editor starts with the plain value', () => {
  expect(editText('money', '-12500.00')).toBe('-12500');
  expect(editText('date', '2026-09-30')).toBe('09/30/2026');
});
