import { calendarDate, decimal, moneyText } from '@carrara/domain/kernel';
import { expect, it } from 'vitest';
import { fundsAndIndex } from './index.ts';

const [first, second] = [calendarDate('2026-03-31'), calendarDate('2026-06-30')];
const call = (date: string, booked: typeof first, amount: string) => ({
  date: calendarDate(date),
  booked,
  amount: decimal(amount),
});
/** A fund with figures for both quarters, but a value only for the first. */
const late = {
  single: { id: 'a', name: 'A' },
  quarters: [
    { date: first, value: decimal('110'), count: 1, isReported: false },
    { date: second, value: null, count: 1, isReported: false },
  ],
  calls: [call('2026-01-15', first, '100'), call('2026-05-15', second, '40')],
};
const current = {
  single: { id: 'b', name: 'B' },
  quarters: [
    { date: first, value: decimal('50'), count: 1, isReported: false },
    { date: second, value: decimal('60'), count: 1, isReported: false },
  ],
  calls: [call('2026-01-15', first, '50')],
};

it('carries a fund without a value now forward with its last value, as the list of funds does', () => {
  const at = (carriesForward: boolean) => {
    const point = fundsAndIndex({ funds: [late, current], index: [], end: second, carriesForward }).at(-1)!;
    const { included, excluded, carried } = point.coverage;
    return [
      point.totalValue && moneyText(point.totalValue),
      point.contributions?.toString(),
      included,
      excluded,
      carried,
    ];
  };
  const named = { id: 'a', name: 'A', lastDate: first };
  expect(at(false)).toEqual(['60.00', '50', 1, [{ ...named, reason: 'No net asset value on 06/30/2026.' }], []]);
  expect(at(true)).toEqual(['170.00', '150', 2, [], [named]]);
});

it('leaves out a fund whose dated cash was not reported, and says so', () => {
  const reported = {
    ...late,
    quarters: late.quarters.map((quarter) => ({ ...quarter, value: null, isReported: true })),
  };
  const [point] = fundsAndIndex({ funds: [reported, current], index: [], end: second, carriesForward: false });
  expect(point?.coverage.excluded).toMatchObject([{ reason: 'No dated cash flows were reported for this fund.' }]);
});

it('ends at the reporting date, without a value if every fund is late, and with the last ones if they are carried forward', () => {
  const end = calendarDate('2026-09-30');
  const at = (carriesForward: boolean) => {
    const { date, totalValue, coverage } = fundsAndIndex({ funds: [late, current], index: [], end, carriesForward }).at(
      -1,
    )!;
    return [
      date,
      totalValue && moneyText(totalValue),
      coverage.included,
      coverage.excluded.map(({ lastDate }) => lastDate),
    ];
  };
  expect(at(false)).toEqual([end, null, 0, [second, second]]);
  expect(at(true)).toEqual([end, '170.00', 2, []]);
});
