import { describe, expect, it } from 'vitest';
import {
  calendarDate,
  createExplanations,
  type Decimal,
  decimal,
  numberText,
  significantText,
  zero,
} from '../../kernel/index.ts';
import { accountPeriods, templateRow, templateRowNumbers } from '../capitalAccount/index.ts';
import { entryTypeCodes, type EntryTypeRule, entryTypes } from '../ledger/index.ts';
import { granularSample, grossUpSample, type SampleLine, transactionMapping } from './ilpaSamples.fixture.ts';
import {
  checkTemplate,
  flowsOfLedger,
  granularTypes,
  type PerformanceEntry,
  type PerformanceMethod,
  performanceColumns,
  performanceTemplate,
  readTemplate,
  type SheetRow,
  findTreatment,
} from './index.ts';

const asOf = calendarDate('2024-06-30');
const flowsOf = (sample: readonly SampleLine[]) =>
  sample.map(([date, amount, type]) => ({ date: calendarDate(date), amount: decimal(amount), type }));
const figuresOf = (method: PerformanceMethod, sample: readonly SampleLine[]) => {
  const { figures } = performanceTemplate(method, flowsOf(sample), asOf)._unsafeUnwrap();
  return performanceColumns.map((column) => figures[column]);
};
const percent = (rate: Decimal) => rate.mul(100).toFixed(3);

describe('ILPA’s Performance Template', () => {
  // ILPA Performance Template v1.1 (granular), 2025-03-31, sample as of 2024-06-30: 44.648, 30.038, 22.443, 16.250 %, 1.4290, 1.2831, 1.3289, 1.2287.
  it('granular gives the published rates and multiples', () => {
    const figures = figuresOf('GRANULAR', granularSample);
    const expected = ['0.44648268818855286', '0.30038085579872142', '0.22443059086799624', '0.16250241398811346'];
    figures.forEach(({ rate }, i) => {
      expect(rate._unsafeUnwrap().rate.minus(expected[i]!).abs().lte('1e-8')).toBe(true);
    });
    expect(figures.map(({ multiple }) => multiple!.toFixed(4))).toEqual(['1.4290', '1.2831', '1.3289', '1.2287']);
    expect(figures.map(({ received }) => numberText(received))).toEqual(['49300', '48500', '59800', '59100']);
    expect(figures.map(({ paidIn }) => numberText(paidIn))).toEqual(['34500', '37800', '45000', '48100']);
  });

  // The same fund by gross-up (comparison of methods, 2025-04-28). Its printed 43.118% omits the first add-back. Moving that to the first call, as
  // its own definition says, results in 44.793% and a second rate.
  it('gross-up gives the published rates and multiples, with the missing row added', () => {
    const figures = figuresOf('GROSS_UP', grossUpSample);
    expect(figures.map(({ rate }) => percent(rate._unsafeUnwrap().rate))).toEqual([
      '44.793',
      '30.038',
      '22.273',
      '16.241',
    ]);
    expect(figures[0]!.rate._unsafeUnwrap().roots).toHaveLength(2);
    expect(figures.map(({ multiple }) => multiple!.toFixed(4))).toEqual(['1.3915', '1.2831', '1.3064', '1.2277']);
  });

  it('gross-up finds the first call of each column in any order of the flows', () => {
    const ratesOf = (sample: typeof grossUpSample) =>
      figuresOf('GROSS_UP', sample).map(({ rate }) => percent(rate._unsafeUnwrap().rate));
    expect(ratesOf(grossUpSample.toReversed())).toEqual(ratesOf(grossUpSample));
  });

  it.each([
    ['GRANULAR' as const, granularSample],
    ['GROSS_UP' as const, grossUpSample],
  ])('%s assigns each line of the sample to the published columns', (method, sample) => {
    const { lines } = performanceTemplate(method, flowsOf(sample), asOf)._unsafeUnwrap();
    lines.forEach(({ columns }, i) => {
      const treatment = performanceColumns.map((column) => numberText(columns[column]?.amount ?? zero)).join(' ');
      expect(treatment, sample[i]![2]).toBe(sample[i]![3]);
    });
  });

  it('treats each of the 34 granular types as published', () => {
    expect(Object.keys(granularTypes)).toHaveLength(34);
    expect(transactionMapping).toHaveLength(34);
    for (const [type, sides] of transactionMapping) {
      const treatment = findTreatment('GRANULAR', type);
      expect(performanceColumns.map((column) => treatment?.[column] ?? '-').join(' '), type).toBe(sides);
    }
  });

  it('recognizes every type that a ledger entry can have', () => {
    const named = entryTypeCodes.flatMap((code) => {
      const rule: EntryTypeRule = entryTypes[code];
      return rule.performance ?? [];
    });
    expect(named.filter((type) => type !== undefined && findTreatment('GRANULAR', type) === undefined)).toEqual([]);
  });

  it('refuses a type that the method does not have, and later flows', () => {
    const wrong = [
      { date: asOf, amount: decimal(1), type: 'Gross Up Management Fees' },
      { date: calendarDate('2024-07-01'), amount: decimal(1), type: 'NAV' },
    ];
    expect(performanceTemplate('GRANULAR', wrong, asOf)._unsafeUnwrapErr()).toMatchObject([
      { code: 'UNKNOWN_ENTRY', path: ['flows', 0, 'type'] },
      { code: 'FLOW_AFTER_AS_OF', path: ['flows', 1, 'date'] },
    ]);
    const empty = performanceTemplate('GRANULAR', [], asOf)._unsafeUnwrap();
    expect(empty.figures.netWith.multiple).toBeNull();
    expect(empty.figures.netWith.rate._unsafeUnwrapErr().code).toBe('NO_SIGN_CHANGE');
  });

  it('explains each column', () => {
    const explanations = createExplanations();
    performanceTemplate('GRANULAR', flowsOf(granularSample), asOf, explanations);
    expect(explanations.tree(['netWith', 'multiple'])).toMatchObject({
      result: significantText(decimal('48500').div(37800)),
    });
  });
});

describe('the statement of cash flows of a ledger', () => {
  const entry = (
    type: PerformanceEntry['type'],
    date: string,
    amount: number,
    more: Partial<PerformanceEntry> = {},
  ) => ({
    type,
    date: calendarDate(date),
    amount: decimal(amount),
    isOutside: false,
    isRecallable: false,
    ...more,
  });
  const entries = [
    entry('LINE-DRAW-INV', '2023-01-10', 100),
    entry('FEE', '2023-03-31', 2),
    entry('CALL-INV', '2023-06-30', 100),
    entry('CALL-FEE', '2023-06-30', 2),
    entry('CALL-LINE', '2023-06-30', 3),
    entry('EXP-LINE-INT', '2023-06-30', 3),
    entry('LINE-REPAY-INV', '2023-06-30', 100),
    entry('BUY', '2023-01-10', 100),
    entry('DIST-ROC', '2024-02-01', 30, { isRecallable: true }),
    entry('CARRY-PAID', '2024-02-01', 4),
    entry('WAIVER', '2024-03-31', 1),
  ];
  const end = {
    date: asOf,
    nav: decimal(120),
    carryAccrued: decimal(5),
    feesAccrued: zero,
    expensesAccrued: zero,
    lineAccrued: zero,
    lineBalance: zero,
  };
  const rowsOf = (method: PerformanceMethod) =>
    flowsOfLedger(method, entries, end).map(({ type, amount }) => `${numberText(amount)} ${type}`);

  it('granular lists calls by use', () => {
    expect(rowsOf('GRANULAR')).toEqual([
      '-100 Fund-level Subscription Facility Drawdown: Investments',
      '-100 Capital Call: Investments',
      '-2 Capital Call: Management Fees (Inside Commitment)',
      '-3 Capital Call: Fund-level Subscription Facility Fees/Interest',
      '100 Synthetic Distribution: Fund-level Subscription Facility Repayment: Investments',
      '30 Distribution: Recallable - Return of Capital',
      '4 Distribution: Carry',
      '5 Quarter-end Adjustment for Carry Allocation',
      '120 NAV',
    ]);
  });

  it('gross-up totals calls and adds back fees and the line’s costs', () => {
    expect(rowsOf('GROSS_UP')).toEqual([
      '-100 Fund-level Subscription Facility Drawdown: Total Amount',
      '2 Gross Up Management Fees',
      '-105 Capital Call: Total Amount',
      '3 Gross Up Fund-level Subscription Facility Fees/Interest',
      '100 Synthetic Distribution: Fund-level Subscription Facility Repayment',
      '30 Distribution: Recallable',
      '4 Carry / Clawback',
      '-1 Gross Up Management Fees',
      '5 Gross Up Unrealized Carried Interest',
      '120 NAV',
    ]);
  });

  it('both methods give the same net return', () => {
    const rates = (['GRANULAR', 'GROSS_UP'] as const).map((method) => {
      const { figures } = performanceTemplate(method, flowsOfLedger(method, entries, end), asOf)._unsafeUnwrap();
      return significantText(figures.netWith.rate._unsafeUnwrap().rate);
    });
    expect(rates[0]).toBe(rates[1]);
  });
});

/** Creates a sheet as somebody may send it: labels in column B, nine columns from D on, three lines further down. */
function sheetOf(amounts: Readonly<Record<number, number | string>>, shift = 3): SheetRow[] {
  const cell = (column: number, row: number, text: string, type = 'text') => ({
    column,
    address: `${String.fromCharCode(64 + column)}${row}`,
    type,
    text,
  });
  const periods = [0, 1, 2].flatMap((party) =>
    accountPeriods.map((period, i) => cell(4 + party * 3 + i, 8, `${period} (to date)`)),
  );
  return [
    { row: 8, cells: periods },
    ...templateRowNumbers.map((number) => {
      const row = number + shift;
      const amount = amounts[number];
      const figures =
        amount === undefined
          ? []
          : periods.map(({ column }) =>
              cell(column, row, String(amount), typeof amount === 'number' ? 'number' : 'text'),
            );
      return { row, cells: [cell(2, row, `${templateRow(number)!.label.toUpperCase()} **`), ...figures] };
    }),
  ];
}

describe('checking a received Reporting Template', () => {
  const good = { 12: 0, 13: 100, 18: 100, 91: 0, 94: 0, 95: 100, 114: 5, 109: 0, 113: 5 };
  const check = (amounts: Readonly<Record<number, number | string>>) =>
    checkTemplate(readTemplate(sheetOf(amounts))._unsafeUnwrap());

  it('finds rows by their labels and columns by their periods, wherever they are', () => {
    const { columns, missing } = readTemplate(sheetOf(good))._unsafeUnwrap();
    expect(columns.map(({ party, period }) => `${party} ${period}`)).toHaveLength(9);
    expect(columns[3]).toMatchObject({ party: 'Fund', period: 'QTD' });
    expect(missing).toEqual([]);
    expect(check(good).differences).toEqual([]);
    expect(check(good).compared).toBeGreaterThan(30);
  });

  it('names each figure that differs from its own rows, and tolerates 1.00', () => {
    const wrong = check({ ...good, 18: 102 });
    expect(wrong.differences.filter(({ rule }) => rule === 'row 18 = 13..17')).toHaveLength(9);
    expect(wrong.differences[0]).toMatchObject({ location: 'LP QTD, row 18 (D21)', isTolerated: false });
    expect(check({ ...good, 18: 101, 95: 101 }).differences.every(({ isTolerated }) => isTolerated)).toBe(true);
  });

  it('finds an opening since inception, a negative unfunded commitment, and too much under other', () => {
    const rules = (amounts: Readonly<Record<number, number>>) =>
      new Set(check({ ...good, ...amounts }).differences.map(({ rule }) => rule));
    expect(rules({ 12: 50, 95: 150 })).toContain('since inception, row 12, the opening of row 95, is zero');
    expect(rules({ 114: -5, 113: -5 })).toContain('the unfunded commitment is not negative');
    expect(rules({ 36: -50, 57: -50, 59: -100 })).toContain(
      "'Other' expenses (rows 31, 57) are at most 5% of all (rows 32, 59)",
    );
  });

  it('skips a formula whose rows are all blank', () => {
    expect(check({ ...good, 100: -40, 96: 0, 103: -40, 104: 140 }).differences).toEqual([]);
  });

  it('refuses a file that is not a template, and text instead of a figure', () => {
    expect(readTemplate([])._unsafeUnwrapErr()[0]!.code).toBe('FILE_NOT_READABLE');
    expect(readTemplate(sheetOf(good).slice(1))._unsafeUnwrapErr()[0]!.code).toBe('FILE_NOT_READABLE');
    expect(readTemplate(sheetOf({ ...good, 13: 'n/a' }))._unsafeUnwrapErr()[0]).toMatchObject({
      code: 'CELL_UNREADABLE',
      detail: "D16: 'n/a' isn’t a number",
    });
  });

  it('reports once for a blank template that its figures are not determined or were never computed [F21]', () => {
    const empty = Object.fromEntries(Object.keys(good).map((row) => [row, 'not determined']));
    const failures = readTemplate(sheetOf(empty))._unsafeUnwrapErr();
    expect(failures).toMatchObject([{ code: 'CELL_UNREADABLE' }]);
    expect(failures[0]!.detail).toContain('the formulas have no stored results');
  });
});
