import { calendarDate, decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { planRates, readRateSheets } from './index.ts';

type Content = readonly [type: 'text' | 'number' | 'date', text: string];
const date = (text: string): Content => ['date', text];
const text = (value: string): Content => ['text', value];
const number = (value: string): Content => ['number', value];
const sheet = (...rows: readonly (readonly Content[])[]) => ({
  name: 'Rates',
  rows: rows.map((cells, at) => ({
    row: at + 1,
    cells: cells.map(([type, value], column) => ({ column: column + 1, type, text: value })),
  })),
});
const headings = [text('Date'), text('from'), text('To '), text('Rate'), text('Source')] as const;

const existing = {
  currencies: new Set(['EUR', 'USD', 'GBP']),
  pairs: [{ from: 'EUR', to: 'USD' }],
  rates: [
    {
      id: 'known',
      rowVersion: 3,
      date: calendarDate('2026-03-31'),
      from: 'EUR',
      to: 'USD',
      rate: decimal('1.08'),
    },
  ],
};
const plan = (...rows: readonly (readonly Content[])[]) =>
  planRates(readRateSheets([sheet([text('Month end rates')], headings, ...rows)]), existing);

describe('a file of rates', () => {
  it('adds new rates, corrects different ones, skips identical ones, and finds headings below a title', () => {
    const done = plan(
      [date('2026-03-31'), text('eur'), text('USD'), number('1.09')],
      [date('2026-04-30'), text('EUR'), text('USD'), number('1.1')],
      [text('2026-04-30'), text('GBP'), text('USD'), text('1.3')],
    );
    expect(done.errors).toEqual([]);
    expect(done.newPairs).toEqual([{ from: 'GBP', to: 'USD' }]);
    expect(done.writes.map((write) => [write.existing?.id ?? null, write.entered.rate.toString()])).toEqual([
      ['known', '1.09'],
      [null, '1.1'],
      [null, '1.3'],
    ]);
    expect(done.effects).toEqual([
      { kind: 'Currency pairs', created: 1, updated: 0, unchanged: 0, newVersions: 0 },
      { kind: 'Exchange rates', created: 2, updated: 1, unchanged: 0, newVersions: 0 },
    ]);
    const same = plan([date('2026-03-31'), text('EUR'), text('USD'), number('1.080')]);
    expect([same.writes, same.effects]).toEqual([
      [],
      [{ kind: 'Exchange rates', created: 0, updated: 0, unchanged: 1, newVersions: 0 }],
    ]);
  });

  // The first day of the European Central Bank's reference rates of 2024-03, https://www.ecb.europa.eu/stats/eurofxref.
  it("accepts the European Central Bank's reference rates as published, with a column per currency", () => {
    const published = [
      [text('Date'), text('USD'), text('JPY'), text('CYP'), text('GBP'), text('')],
      [text('2024-03-06'), number('1.0874'), number('162.67'), text('N/A'), number('0.85498'), text('')],
      [text('2024-03-05'), number('1.0849'), number('163.01'), text(''), text('none'), text('')],
    ];
    const { rates, errors } = readRateSheets([sheet(...published)]);
    expect(rates.map(({ date: day, from, to, rate, row }) => [day, from, to, rate.toString(), row])).toEqual([
      ['2024-03-06', 'EUR', 'USD', '1.0874', 2],
      ['2024-03-06', 'EUR', 'JPY', '162.67', 2],
      ['2024-03-06', 'EUR', 'GBP', '0.85498', 2],
      ['2024-03-05', 'EUR', 'USD', '1.0849', 3],
      ['2024-03-05', 'EUR', 'JPY', '163.01', 3],
    ]);
    expect(errors).toEqual([{ sheet: 'Rates', row: 3, column: 'GBP', reason: "'none' is not a number" }]);
  });

  it('reports all errors with their location, and then changes nothing', () => {
    const wrong = plan(
      [date('2026-04-30'), text('EUR'), text('USD'), number('1.1')],
      [date('2026-04-30'), text('EUR'), text('USD'), number('1.2')],
      [text('soon'), text('EURO'), text('USD'), number('0')],
      [date('2026-04-30'), text('EUR'), text('EUR'), number('1')],
      [date('2026-04-30'), text('EUR'), text('XXA'), number('0.12345678901')],
      [date('2026-04-30'), text('EUR'), text('XXA'), number('12345678901')],
      [date('2026-04-30'), text('CHF'), text('USD'), number('1.1')],
      [date('2026-04-29'), text('EUR'), text('USD'), text('1'), text('ECB'), text('234.5')],
      [date('9999-12-31'), text('EUR'), text('USD'), number('1.1')],
    );
    expect(wrong.errors.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [5, 'Date', "'soon' is not a date. The file is read as month/day/year (or YYYY-MM-DD)"],
      [5, 'From', "'EURO' is not a currency code such as EUR"],
      [5, 'Rate', 'must be above zero'],
      [6, 'To', 'is the same currency'],
      [7, 'Rate', 'has more than 10 decimals'],
      [8, 'Rate', 'has more than 10 digits before the decimal point'],
      [10, null, "'234.5' has no heading. Add one to its column, or clear the cell."],
      [11, 'Date', "'9999-12-31' is after 2199"],
      [4, 'Date', 'EUR/USD for that day is already in row 3'],
      [9, 'From', 'there is no active currency CHF'],
    ]);
    expect([wrong.writes, wrong.newPairs]).toEqual([[], []]);
    // The effect of the only row without an error.
    expect(wrong.effects).toMatchObject([{ kind: 'Exchange rates', created: 1 }]);
  });

  it('is refused without the headings; further sheets are skipped with a note', () => {
    expect(readRateSheets([sheet([text('Date'), text('Rate')])]).errors).toEqual([
      { sheet: 'Rates', row: 1, column: null, reason: 'no sheet has the headings Date, From, To, Rate' },
    ]);
    const two = readRateSheets([
      { ...sheet([text('Read me')]), name: 'About' },
      sheet(headings, [date('2026-04-30'), text('EUR'), text('USD'), number('1.1')], []),
    ]);
    expect([two.rates.length, two.errors, two.notes.length]).toEqual([1, [], 1]);
  });
});
