import { describe, expect, it } from 'vitest';
import { blankRows, inUnit, linked, rowErrors, savedRows, type TypedRow } from './typedRows.ts';

const row = (periodStart: string, periodEnd: string, vestedPercentage: string): TypedRow => ({
  periodStart,
  periodEnd,
  vestedPercentage,
});

it('starts a schedule with three rows, the last of them 100', () => {
  expect(blankRows()).toEqual([row('', '', ''), row('', '', ''), row('', '', '100')]);
});

it('starts each row where the one before ends', () => {
  expect(linked([row('0', '12', '25'), row('', '24', '50'), row('', '', '')], 'months')).toEqual([
    row('0', '12', '25'),
    row('12', '24', '50'),
    row('24', '', '100'),
  ]);
});

it('shows years and comes back to the same months', () => {
  const months = [row('0', '12', '25'), row('12', '18', '50'), row('18', '', '100')];
  const years = inUnit(months, 'months', 'years');
  expect(years.map(({ periodEnd }) => periodEnd)).toEqual(['1', '1.5', '']);
  expect(inUnit(years, 'years', 'months')).toEqual(months);
  expect(savedRows(years, 'years')[1]).toEqual({ periodStart: 12, periodEnd: 18, vestedPercentage: '50' });
});

describe('the errors of a row are those of the specification', () => {
  const errorOf = (first: TypedRow, second: TypedRow) => rowErrors([first, second], 'months');
  it('asks for both ends', () =>
    expect(errorOf(row('0', '', '10'), row('12', '', '100')).get(0)).toBe(
      'Both Start and End Period must be specified',
    ));
  it('asks the last row for its start', () =>
    expect(errorOf(row('0', '12', '10'), row('', '', '100')).get(1)).toBe('Start Period must be specified'));
  it('refuses a start after the end', () =>
    expect(errorOf(row('13', '12', '10'), row('12', '', '100')).get(0)).toBe(
      'Start Period is greater than End Period',
    ));
  it('refuses an empty period', () =>
    expect(errorOf(row('12', '12', '10'), row('12', '', '100')).get(0)).toBe(
      'End Period should be greater than Start Period',
    ));
});
