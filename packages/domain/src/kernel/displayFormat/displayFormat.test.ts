import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal, parseDecimalText } from '../typedNumber/index.ts';
import {
  type DateFormat,
  dateFormats,
  formatDay,
  formatPlain,
  localText,
  longDay,
  type NumberFormat,
  numberFormats,
  parseDay,
  toDefaultSigns,
  toPersonalSigns,
  unclearDays,
  unclearNumbers,
} from './index.ts';

const anyDateFormat = fc.constantFrom(...dateFormats);
const anyNumberFormat = fc.constantFrom(...numberFormats);
const anyDay = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyPlain = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.integer({ min: 0, max: 999_999 }))
  .map(([whole, fraction]) => `${String(whole)}.${String(fraction).padStart(6, '0')}`);

describe('a date', () => {
  it.each<[DateFormat, string]>([
    ['MM/DD/YYYY', '09/05/2026'],
    ['DD/MM/YYYY', '05/09/2026'],
    ['DD.MM.YYYY', '05.09.2026'],
    ['YYYY-MM-DD', '2026-09-05'],
    ['D MMM YYYY', '5 Sep 2026'],
  ])('in %s is %s', (format, displayed) => expect(formatDay('2026-09-05', format)).toBe(displayed));

  it('that is displayed is read as the same day, and so is an ISO date, in every format', () =>
    fc.assert(
      fc.property(anyDay, anyDateFormat, (day, format) => {
        expect(parseDay(formatDay(day, format), format)).toBe(day);
        expect(parseDay(day, format)).toBe(day);
        expect(parseDay(longDay(day), format)).toBe(day);
      }),
    ));

  it.each<[string, DateFormat, string | null]>([
    ['5/9/2026', 'DD/MM/YYYY', '2026-09-05'],
    ['5.9.2026', 'DD.MM.YYYY', '2026-09-05'],
    ['5/9/2026', 'MM/DD/YYYY', '2026-05-09'],
    ['13/9/2026', 'MM/DD/YYYY', null],
    ['9/13/2026', 'DD/MM/YYYY', null],
    ['5/9/2026', 'YYYY-MM-DD', null],
    ['5.9.2026', 'D MMM YYYY', null],
    ['5 september 2026', 'MM/DD/YYYY', '2026-09-05'],
    ['5-Sep-2026', 'YYYY-MM-DD', '2026-09-05'],
    ['5 Sex 2026', 'D MMM YYYY', null],
    ['31.06.2026', 'DD.MM.YYYY', null],
    ['29.02.2028', 'DD.MM.YYYY', '2028-02-29'],
    ['', 'DD.MM.YYYY', null],
  ])('%s in %s is read as %s', (typed, format, day) => expect(parseDay(typed, format)).toBe(day));
});

describe('a number', () => {
  it.each<[NumberFormat, string]>([
    ['1,234.56', '1,234,567.89'],
    ['1.234,56', '1.234.567,89'],
    ['1 234,56', '1\u00a0234\u00a0567,89'],
    ["1'234.56", "1'234'567.89"],
  ])('in %s is %s', (format, displayed) => expect(formatPlain('1234567.89', format)).toBe(displayed));

  it('that is displayed is read as the same number in every format', () =>
    fc.assert(
      fc.property(anyPlain, anyNumberFormat, (plain, format) => {
        const read = parseDecimalText(toDefaultSigns(formatPlain(plain, format), format), 10);
        expect(read).toBe(parseDecimalText(plain, 10));
      }),
    ));

  it('that is being typed is displayed again as typed', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from(".,' -()%$15")) }),
        anyNumberFormat,
        (typed, format) => {
          expect(toPersonalSigns(toDefaultSigns(typed, format), format)).toBe(typed);
        },
      ),
    ));

  const read = (typed: string, format: NumberFormat) => {
    const value = parseDecimalText(toDefaultSigns(typed, format), 10);
    return isRefusal(value) ? 'refused' : value;
  };
  it.each<[string, NumberFormat, string]>([
    ['1.234,5', '1.234,56', '1234.5'],
    ['(1.234,50)', '1.234,56', '-1234.5'],
    ['1,5', '1.234,56', '1.5'],
    ['1.5', '1.234,56', 'refused'],
    ['1234.56', '1.234,56', 'refused'],
    ['1 234,5', '1 234,56', '1234.5'],
    ['1.234', '1 234,56', 'refused'],
    ['12,5 %', '1 234,56', '12.5'],
    ["1'234.5", "1'234.56", '1234.5'],
    ['1’234.5', "1'234.56", '1234.5'],
    ['1,234', "1'234.56", 'refused'],
    ["1'234", '1,234.56', 'refused'],
  ])('%s in %s is %s', (typed, format, value) => expect(read(typed, format)).toBe(value));
});

describe('a paste', () => {
  it('that the person’s format reads completely is never unclear', () => {
    expect([...unclearNumbers(['1.234', '1.234,56', '5'], '1.234,56')]).toEqual([]);
    expect([...unclearDays(['05/06/2026', '12/31/2026'], 'MM/DD/YYYY')]).toEqual([]);
  });
  it('with a number that only another format reads makes the numbers unclear that both read differently', () => {
    expect([...unclearNumbers(['1.234', '1234.56', '5', 'total'], '1.234,56')]).toEqual(['1.234']);
    expect([...unclearNumbers(['1.234', '1.234,56', '7.50'], '1,234.56')]).toEqual(['1.234']);
    expect([...unclearNumbers(['1.234', 'total'], '1.234,56')]).toEqual([]);
  });
  it('with a date that only another format reads makes the dates unclear that both read differently', () => {
    expect([...unclearDays(['05/06/2026', '13/06/2026', '2026-06-05', '06/06/2026'], 'MM/DD/YYYY')]).toEqual([
      '05/06/2026',
    ]);
  });
});

describe('a text of the server', () => {
  const european = { dateFormat: 'DD.MM.YYYY', numberFormat: '1.234,56' } as const;
  it.each([
    ['It is dated 09/05/2026. Choose 09/06/2026.', 'It is dated 05.09.2026. Choose 06.09.2026.'],
    ['USD 1,234,567.89 of 12.5% is 1.85x.', 'USD 1.234.567,89 of 12,5% is 1,85x.'],
    ['Rounded (1,234.50), 1,200 rows, 0.25', 'Rounded (1.234,50), 1.200 rows, 0,25'],
    ['Row 12, column 3 of plan.v1.5.xlsx, v1.2.3, 10:30', 'Row 12, column 3 of plan.v1.5.xlsx, v1.2.3, 10:30'],
    ['13/09/2026 and 2026-09-05 and 1/2/2026', '13/09/2026 and 2026-09-05 and 1/2/2026'],
    ['https://carrara.example/1,234/5.5', 'https://carrara.example/1,234/5.5'],
  ])('%s', (text, displayed) => expect(localText(text, european)).toBe(displayed));
  it('stays the same in the default format', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('01239/.,- x%')) }), (text) => {
        expect(localText(text, { dateFormat: 'MM/DD/YYYY', numberFormat: '1,234.56' })).toBe(text);
      }),
    ));
});
