import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  calendarDate,
  createExplanations,
  decimal,
  fromDayNumber,
  monthsBetween,
  numberText,
} from '../../kernel/index.ts';
import {
  checkScheduleRows,
  linkRows,
  monthsToYears,
  newScheduleRows,
  type ScheduleRow,
  scheduleRowTexts,
  vestedPercent,
  vestingSchedule,
  vestingStart,
  yearsToMonths,
} from './index.ts';

const row = (start: number | null, end: number | null, vested: string | null): ScheduleRow => ({
  start,
  end,
  vested: vested === null ? null : decimal(vested),
});
const fiveYears = [
  row(0, 12, '0'),
  row(12, 24, '20'),
  row(24, 36, '40'),
  row(36, 48, '60'),
  row(48, 60, '80'),
  row(60, 72, '100'),
];
const found = (...rows: readonly ScheduleRow[]) =>
  checkScheduleRows(rows).map(({ code, path }) => [code, ...path.slice(1)]);
const texts = (...rows: readonly ScheduleRow[]) => checkScheduleRows(rows).map(({ detail }) => detail);
const vestedAt = (rows: readonly ScheduleRow[], months: number) =>
  numberText(vestedPercent(vestingSchedule(rows)._unsafeUnwrap(), months));

describe('the rows of a vesting schedule', () => {
  it('report errors in the four texts of the specification', () => {
    const last = row(24, null, '100');
    expect(texts(row(null, 24, '0'), last)).toEqual(['Both Start and End Period must be specified']);
    expect(texts(row(0, null, '0'), last)).toEqual(['Both Start and End Period must be specified']);
    expect(texts(row(0, 24, '0'), row(null, null, '100'))).toEqual(['Start Period must be specified']);
    expect(texts(row(36, 24, '0'), last)).toEqual(['Start Period is greater than End Period']);
    expect(texts(row(24, 24, '0'), last)).toEqual(['End Period should be greater than Start Period']);
    expect(Object.values(scheduleRowTexts)).toHaveLength(4);
  });

  it('are whole months without gaps, and never decrease up to a last 100', () => {
    expect(found()).toEqual([['NO_ROWS']]);
    expect(found(...fiveYears)).toEqual([]);
    expect(found(row(0, null, '100'))).toEqual([]);
    expect(found(row(-1, 12, '0'), row(12, null, '100'))).toEqual(
      [[0, 'start']].map((path) => ['PERIOD_NOT_WHOLE', ...path]),
    );
    expect(found(row(0, 1.5, '0'), row(1.5, null, '100'))).toEqual([
      ['PERIOD_NOT_WHOLE', 0, 'end'],
      ['PERIOD_NOT_WHOLE', 1, 'start'],
    ]);
    expect(found(row(0, 12, '0'), row(13, null, '100'))).toEqual([['ROWS_NOT_CONTIGUOUS', 1, 'start']]);
    expect(found(row(0, 12, '50'), row(12, 24, '40'), row(24, null, '100'))).toEqual([
      ['PERCENT_FALLING', 1, 'vested'],
    ]);
    expect(found(row(0, 12, '-1'), row(12, 24, null), row(24, 36, '100.5'), row(36, null, '99'))).toEqual([
      ['PERCENT_RANGE', 0, 'vested'],
      ['PERCENT_REQUIRED', 1, 'vested'],
      ['PERCENT_RANGE', 2, 'vested'],
      ['PERCENT_FALLING', 3, 'vested'],
    ]);
    expect(found(row(0, null, '99'))).toEqual([['LAST_ROW_NOT_100', 0, 'vested']]);
    expect(vestingSchedule([])._unsafeUnwrapErr()).toHaveLength(1);
  });

  it("start as three linked blank rows that follow the person's input", () => {
    expect(newScheduleRows().map((r) => [r.start, r.end, r.vested?.toString()])).toEqual([
      [null, null, undefined],
      [null, null, undefined],
      [null, null, '100'],
    ]);
    const linked = linkRows([row(0, 12, '0'), row(99, 24, '50'), row(null, null, null)]);
    expect(linked.map((r) => [r.start, r.end, r.vested!.toString()])).toEqual([
      [0, 12, '0'],
      [12, 24, '50'],
      [24, null, '100'],
    ]);
  });

  it('are displayed in months or in years', () => {
    expect([18, 12, 1].map((months) => monthsToYears(months).toString())).toEqual(['1.5', '1', '0.0833']);
    for (let months = 0; months < 600; months++) expect(yearsToMonths(monthsToYears(months))).toBe(months);
    expect(['1.1', '0.7', '1.00005', '0.08333'].map((years) => yearsToMonths(decimal(years)))).toEqual([
      13.2, 8.4, 12.0006, 1,
    ]);
  });
});

describe('M34: the vested percentage', () => {
  it.each([
    [-1, '0'],
    [0, '0'],
    [11, '0'],
    [12, '20'],
    [59, '80'],
    [60, '100'],
    [72, '100'],
    [9999, '100'],
  ])('after %i months of five yearly steps is %s', (months, vested) => {
    expect(vestedAt(fiveYears, months)).toBe(vested);
  });

  it('is 0 before a first row that starts later', () => {
    expect(vestedAt([row(6, null, '100')], 5)).toBe('0');
  });

  it('is explained by its row', () => {
    const explanations = createExplanations();
    const schedule = vestingSchedule(fiveYears)._unsafeUnwrap();
    vestedPercent(schedule, 30, explanations);
    expect(explanations.tree([])!.inputs.map((input) => input.value)).toEqual(['30', '24', '36']);
    vestedPercent(schedule, -3, explanations);
    expect(explanations.tree([])!.inputs.map((input) => input.value)).toEqual(['-3', null, '0']);
    vestedPercent(schedule, 80, explanations);
    expect(explanations.tree([])!.inputs.map((input) => input.value)).toEqual(['80', '60', null]);
  });

  /**
   * lawinsider.com/clause/award-and-vesting-of-carried-interests: forty quarters in arrears, 3.75% x 20 then 1.25% x 20, the first four at once after
   * a year.
   */
  it.each([
    [11, '0'],
    [24, '30'],
    [59, '71.25'],
    [60, '75'],
    [63, '76.25'],
    [72, '80'],
    [119, '98.75'],
  ])('of a published clause with forty quarters is, after %i months, %s', (months, vested) => {
    const quarters = Array.from({ length: 37 }, (_, i) => {
      const done = i + 4;
      const percent = decimal('3.75')
        .times(Math.min(done, 20))
        .plus(decimal('1.25').times(Math.max(done - 20, 0)));
      return { start: done * 3, end: done * 3 + 3, vested: percent };
    });
    expect(vestedAt([row(0, 12, '0'), ...quarters], months)).toBe(vested);
  });

  /** wallstreetoasis.com/forum/private-equity/carried-interest-agreement: 60 months straight line, with nothing before month 24. */
  it.each([
    [23, '0'],
    [30, '50'],
    [60, '100'],
  ])('of a straight line of 60 months with a cliff at 24 is, after %i months, %s', (months, vested) => {
    const monthly = Array.from({ length: 37 }, (_, i) => ({
      start: 24 + i,
      end: 25 + i,
      vested: decimal(24 + i)
        .times(100)
        .div(60),
    }));
    expect(vestedAt([row(0, 24, '0'), ...monthly], months)).toBe(vested);
  });

  it('never decreases over time', () => {
    const start = calendarDate('2020-01-31');
    const schedule = vestingSchedule(fiveYears)._unsafeUnwrap();
    const days = fc.integer({ min: 18_000, max: 22_000 });
    fc.assert(
      fc.property(days, days, (a, b) => {
        const at = (day: number) => vestedPercent(schedule, monthsBetween(start, fromDayNumber(day)));
        expect(at(Math.min(a, b)).lessThanOrEqualTo(at(Math.max(a, b)))).toBe(true);
      }),
    );
  });

  it('changes on the day of the month, clipped to the last, and not a day earlier [U-C-136]', () => {
    const schedule = vestingSchedule(fiveYears)._unsafeUnwrap();
    const at = (start: string, date: string) =>
      numberText(vestedPercent(schedule, monthsBetween(calendarDate(start), calendarDate(date))));
    expect([at('2020-02-29', '2021-02-27'), at('2020-02-29', '2021-02-28')]).toEqual(['0', '20']);
    expect([at('2020-01-31', '2021-01-30'), at('2020-01-31', '2021-01-31')]).toEqual(['0', '20']);
    expect([at('2019-02-28', '2020-02-27'), at('2019-02-28', '2020-02-28')]).toEqual(['0', '20']);
    expect(at('2021-01-01', '2020-12-31')).toBe('0');
    expect(addMonths(calendarDate('2020-02-29'), 12)).toBe('2021-02-28');
  });
});

describe('the start of vesting', () => {
  const [tranche, investment, close] = ['2020-01-01', '2019-01-01', '2018-01-01'].map(calendarDate);

  it('is the date of the tranche, or else the investment, or else the first close', () => {
    const all = { trancheInvestmentDate: tranche, investmentInitialDate: investment, initialCloseDate: close };
    expect(vestingStart(all)._unsafeUnwrap()).toBe(tranche);
    expect(vestingStart({ ...all, trancheInvestmentDate: null })._unsafeUnwrap()).toBe(investment);
    expect(vestingStart({ initialCloseDate: close })._unsafeUnwrap()).toBe(close);
    expect(vestingStart({})._unsafeUnwrapErr()[0]!.code).toBe('NO_VESTING_START');
  });
});
