import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate, type CalendarDate } from '../../kernel/index.ts';
import {
  decideSubscription,
  dueDay,
  endedQuarter,
  lastScheduled,
  maxSubscriptions,
  nextScheduled,
  reportDate,
  type Schedule,
  scheduleDays,
  scheduleKinds,
  scheduleText,
} from './index.ts';

const day = (text: string): CalendarDate => calendarDate(text);
const weekly: Schedule = { kind: 'WEEKLY', day: 1 };
const monthly: Schedule = { kind: 'MONTHLY', day: 31 };
const quarterly: Schedule = { kind: 'QUARTERLY', day: 45 };

describe('a schedule', () => {
  it.each([
    // 2026-10-05 is a Monday.
    [weekly, '2026-10-04', '2026-09-28', '2026-10-05'],
    [weekly, '2026-10-05', '2026-10-05', '2026-10-12'],
    [{ kind: 'WEEKLY', day: 7 } as const, '2026-10-05', '2026-10-04', '2026-10-11'],
    [monthly, '2026-02-27', '2026-01-31', '2026-02-28'],
    [monthly, '2026-02-28', '2026-02-28', '2026-03-31'],
    [{ kind: 'MONTHLY', day: 1 } as const, '2026-12-31', '2026-12-01', '2027-01-01'],
    [quarterly, '2026-11-13', '2026-08-14', '2026-11-14'],
    [quarterly, '2026-11-14', '2026-11-14', '2027-02-14'],
    [{ kind: 'QUARTERLY', day: 0 } as const, '2026-12-31', '2026-12-31', '2027-03-31'],
  ])('%j on %s was last due on %s and is next on %s', (schedule, date, last, next) => {
    expect([lastScheduled(schedule, day(date)), nextScheduled(schedule, day(date))]).toEqual([last, next]);
  });

  it('is due once for a day, and only for the latest of several missed ones', () => {
    expect(dueDay(weekly, day('2026-09-28'), day('2026-10-04'))).toBeUndefined();
    expect(dueDay(weekly, day('2026-09-28'), day('2026-10-21'))).toBe('2026-10-19');
    expect(dueDay(weekly, day('2026-10-19'), day('2026-10-21'))).toBeUndefined();
  });

  it('reads as a phrase', () => {
    expect([weekly, monthly, quarterly, { kind: 'QUARTERLY', day: 0 } as const].map(scheduleText)).toEqual([
      'Every Monday',
      'Day 31 or the last of every month',
      '45 days after every quarter end',
      'At every quarter end',
    ]);
  });
});

describe('for every schedule and date', () => {
  const dates = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays(day('1980-01-01'), days));
  const schedules = fc
    .constantFrom(...scheduleKinds)
    .chain((kind) =>
      fc
        .integer({ min: scheduleDays[kind].least, max: scheduleDays[kind].most })
        .map((at): Schedule => ({ kind, day: at })),
    );
  it('the date lies between a scheduled day and the next one, and none is in between', () => {
    fc.assert(
      fc.property(schedules, dates, (schedule, date) => {
        const [last, next] = [lastScheduled(schedule, date), nextScheduled(schedule, date)];
        expect(last <= date && date < next).toBe(true);
        expect(lastScheduled(schedule, addDays(next, -1))).toBe(last);
        expect(lastScheduled(schedule, next)).toBe(next);
      }),
    );
  });
});

it('a quarter has ended on its last day', () => {
  expect(['2026-09-29', '2026-09-30', '2026-10-01', '2027-01-01'].map((date) => endedQuarter(day(date)))).toEqual([
    '2026-06-30',
    '2026-09-30',
    '2026-09-30',
    '2026-12-31',
  ]);
});

it('a report uses its chosen date, the day of the file or the last quarter end', () => {
  const dates = (['FIXED', 'RUN_DAY', 'QUARTER_END'] as const).map((rule) =>
    reportDate(rule, '2025-12-31', day('2026-10-05')),
  );
  expect(dates).toEqual(['2025-12-31', '2026-10-05', '2026-09-30']);
});

it('a subscription has a day of its schedule, and is one of at most fifty', () => {
  const codes = (...facts: Parameters<typeof decideSubscription>) =>
    decideSubscription(...facts).match(
      () => [],
      (failures) => failures.map(({ code }) => code),
    );
  expect(codes(weekly, 0)).toEqual([]);
  expect(codes({ kind: 'WEEKLY', day: 8 }, 0)).toEqual(['NUMBER_RANGE']);
  expect(codes({ kind: 'QUARTERLY', day: 0 }, maxSubscriptions)).toEqual(['TOO_MANY_SUBSCRIPTIONS']);
});
