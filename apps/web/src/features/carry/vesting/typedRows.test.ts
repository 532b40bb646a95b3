import { describe, expect, it } from 'vitest';
import { blankRows, convertRows, linkTypedRows, rowErrors, savedRows, type TypedRow } from './typedRows.ts';

const row = (periodStart: string, periodEnd: string, vestedPercentage: string): TypedRow => ({
  periodStart,
  periodEnd,
  vestedPercentage,
});

it('starts a schedule with three rows, the last of them 100 [U-C-066 U-C-068]', () => {
  expect(blankRows()).toEqual([row('', '', ''), row('', '', ''), row('', '', '100')]);
});

it('starts each row at the end of the one before [U-C-067 U-C-068]', () => {
  expect(linkTypedRows([row('0', '12', '25'), row('', '24', '50'), row('', '', '')], 'months')).toEqual([
    row('0', '12', '25'),
    row('12', '24', '50'),
    row('24', '', '100'),
  ]);
});

it('displays years and converts back to the same months [U-C-069 U-C-162]', () => {
  const months = [row('0', '12', '25'), row('12', '18', '50'), row('18', '', '100')];
  const years = convertRows(months, 'months', 'years');
  expect(years.map(({ periodEnd }) => periodEnd)).toEqual(['1', '1.5', '']);
  expect(convertRows(years, 'years', 'months')).toEqual(months);
  expect(savedRows(years, 'years')[1]).toEqual({ periodStart: 12, periodEnd: 18, vestedPercentage: '50' });
});

it('keeps non-numeric input as typed when the unit changes', () => {
  expect(convertRows([row('0', 'a year', '12,5')], 'months', 'years')).toEqual([row('0', 'a year', '12,5')]);
});

it('refuses years that are not whole months, and keeps them in the other unit', () => {
  const years = [row('0', '1.1', '25'), row('1.1', '2', '50'), row('2', '', '100')];
  expect(rowErrors(years, 'years')).toEqual(
    new Map([
      [0, 'End Period of 1.1 years is 13.2 months; periods must be whole months'],
      [1, 'Start Period of 1.1 years is 13.2 months; periods must be whole months'],
    ]),
  );
  const months = convertRows(years, 'years', 'months');
  expect(months[0]?.periodEnd).toBe('13.2');
  expect(rowErrors(months, 'months').get(0)).toMatch(/whole months/);
  expect(rowErrors([row('0', '0.0833', '25'), row('0.0833', '', '100')], 'years').size).toBe(0);
});

it("keeps a row's errors by its position, and sends neither them nor other form-only values [U-C-040]", () => {
  const rows = [
    { ...row('0', '12', '25'), rowId: 'transient', hasError: true },
    row('13', '12', '50'),
    row('12', '', '100'),
  ];
  expect([...rowErrors(rows, 'months').keys()]).toEqual([1]);
  expect(savedRows(rows, 'months').map((sent) => Object.keys(sent))).toEqual(
    rows.map(() => ['periodStart', 'periodEnd', 'vestedPercentage']),
  );
});

describe("a row's errors are those of the specification", () => {
  const errorOf = (first: TypedRow, second: TypedRow) => rowErrors([first, second], 'months');
  it('refuses a decimal comma with the message of the number', () =>
    expect(errorOf(row('0', '12', '12,5'), row('12', '', '100')).get(0)).toBe(
      'Vested % is not a number. Use commas for thousands (1,234) and a point for decimals (1.5)',
    ));
  it('requires both ends [U-C-089 M-C-051]', () =>
    expect(errorOf(row('0', '', '10'), row('12', '', '100')).get(0)).toBe(
      'Both Start and End Period must be specified',
    ));
  it('requires the start of the last row [U-C-090 M-C-052]', () =>
    expect(errorOf(row('0', '12', '10'), row('', '', '100')).get(1)).toBe('Start Period must be specified'));
  it('refuses a start after the end [U-C-091 M-C-053]', () =>
    expect(errorOf(row('13', '12', '10'), row('12', '', '100')).get(0)).toBe(
      'Start Period is greater than End Period',
    ));
  it('refuses an empty period [U-C-092 M-C-054]', () =>
    expect(errorOf(row('12', '12', '10'), row('12', '', '100')).get(0)).toBe(
      'End Period should be greater than Start Period',
    ));
});
