import { describe, expect, it } from 'vitest';
import { calendarDate, decimal } from '../../kernel/index.ts';
import {
  currencyOfIndex,
  decideBenchmark,
  decideIndexLevels,
  isInOrder,
  findQuartile,
  readLevelLines,
} from './index.ts';

const failuresOf = (text: string) =>
  readLevelLines(text)
    ._unsafeUnwrapErr()
    .map(({ code, path }) => `${code} ${path.join('.')}`);

it('reports an index in another currency than the fund, and nothing for the same or no currency', () => {
  expect(currencyOfIndex('USD', 'EUR')).toMatchObject([
    { code: 'MIXED_CURRENCIES', detail: expect.stringContaining('the index is in USD and the fund in EUR') as string },
  ]);
  expect([...currencyOfIndex('EUR', 'EUR'), ...currencyOfIndex(null, 'EUR')]).toEqual([]);
});

describe('pasted index levels', () => {
  it('accept both date formats and columns separated by tabs, semicolons, commas or spaces, and skip titles', () => {
    const text =
      'Date\tLevel\n2026-01-02\t1,234.5\r\n01/05/2026;1240\n\n2026-01-06,1238.0000000001\n2026-01-07 99\n2026-01-08\t';
    expect(readLevelLines(text)._unsafeUnwrap()).toEqual([
      { date: '2026-01-02', level: '1234.5' },
      { date: '2026-01-05', level: '1240' },
      { date: '2026-01-06', level: '1238.0000000001' },
      { date: '2026-01-07', level: '99' },
      { date: '2026-01-08', level: null },
    ]);
  });

  it('name each refused line with the reason', () => {
    expect(
      failuresOf('2026-02-30 5\n2026-01-02 abc\n2026-01-03 0\n2026-01-04 5\n2026-01-04 6\nyesterday 7\n2026-01-05 -4'),
    ).toEqual([
      'DATE_NOT_REAL 1',
      'NUMBER_FORMAT 2',
      'INDEX_NOT_POSITIVE 3',
      'INDEX_DATE_TWICE 5',
      'DATE_FORMAT 6',
      'NUMBER_FORMAT 7',
    ]);
    expect(failuresOf('Date;Level')).toEqual(['NO_ROWS ']);
    expect(failuresOf(Array.from({ length: 10_001 }, () => '2026-01-02 5').join('\n'))).toEqual(['TOO_MANY_ROWS ']);
  });
});

describe('a fund compared with peers', () => {
  const bounds = { upper: decimal('18'), median: decimal('12'), lower: decimal('5') };
  it('is in the quartile whose bound it reaches', () => {
    expect(['18', '17.99', '12', '5', '-3'].map((rate) => findQuartile(decimal(rate), bounds))).toEqual([
      1, 2, 2, 3, 4,
    ]);
  });
  it('is in no quartile if the deciding bounds are missing', () => {
    expect(findQuartile(decimal('13'), { ...bounds, upper: null })).toBeNull();
    expect(findQuartile(decimal('13'), { upper: null, median: null, lower: null })).toBeNull();
    expect(findQuartile(decimal('4'), { ...bounds, upper: null })).toBe(4);
  });
  it('is only compared with bounds in order', () => {
    expect(isInOrder(bounds)).toBe(true);
    expect(isInOrder({ ...bounds, median: null })).toBe(true);
    expect(isInOrder({ ...bounds, lower: decimal('13') })).toBe(false);
    const wrong = { ...bounds, lower: decimal('13') };
    expect(decideBenchmark([{ irr: bounds, multiple: bounds }])).toEqual([]);
    expect(decideBenchmark([{ irr: bounds, multiple: wrong }])[0]?.path).toEqual(['figures', 0, 'multipleUpper']);
  });
});

it('index levels are positive, one a day, and not in the future', () => {
  const level = (date: string, value: string | null) => ({
    date: calendarDate(date),
    level: value === null ? null : decimal(value),
  });
  const codes = (...levels: ReturnType<typeof level>[]) =>
    decideIndexLevels(levels, calendarDate('2024-06-30')).map(({ code, path }) => `${code} ${path.join('.')}`);
  expect(codes(level('2024-06-30', '100'), level('2024-07-01', null))).toEqual([]);
  expect(codes(level('2024-06-30', '100'), level('2024-06-30', '0'), level('2024-07-01', '100'))).toEqual([
    'INDEX_NOT_POSITIVE levels.1.level',
    'INDEX_DATE_TWICE levels.1.date',
    'DATE_TOO_LATE levels.2.date',
  ]);
});
