import { type VestingSource, vestingPositions } from '@carrara/adapters/postgres/carry/carryViews';
import { defineReportQuery } from '@carrara/adapters/postgres/engine/reports';
import { vestingAhead as report } from '@carrara/contract/carry/reports/vestingAhead';
import { vestingDate, vestsBetween } from '@carrara/domain/carry/vesting';
import { addMonths, type CalendarDate } from '@carrara/domain/kernel';
import { vestingOf } from './vestingAnalysis.ts';

/** How far ahead is looked where nobody says. */
const monthsAhead = 12;

const noFigures = { vestedPercentage: null, originalCarryAmount: null, vestedCarryAmount: null };

const vestedAt = (source: VestingSource, on: CalendarDate) =>
  vestingOf([source], {}, on).match(
    ({ sources: [analysed] }) => ({ ...noFigures, reason: null, ...analysed }),
    ([failure]) => ({ ...noFigures, reason: failure?.detail ?? null }),
  );

/** The day up to which a report that begins on a day looks. */
export const untilOf = (from: CalendarDate): CalendarDate => addMonths(from, monthsAhead);

/** Each allocation in force on the first day, by the rule of the vesting analysis on both; whose employment ends between them vests up to its end. */
export const vestingAhead = defineReportQuery(report, {
  of: 'rows',
  async from(tx, values) {
    const today = (values['selectedDate'] ?? values['today']) as CalendarDate;
    const until = (values['until'] ?? untilOf(today)) as CalendarDate;
    return (await vestingPositions(tx, { ...values, on: today })).map(({ source, terminationDate, ...position }) => {
      const now = vestedAt(source, vestingDate({ terminationDate, today }));
      const then = vestedAt(source, vestingDate({ terminationDate, today: until }));
      return {
        ...position,
        holder: source.fundId ?? source.coinvestmentId,
        source: source.id,
        currency: source.currency,
        vestingSchedule: source.schedule?.name ?? null,
        vestedPercentage: now.vestedPercentage,
        vestedPercentageThen: then.vestedPercentage,
        originalCarryAmount: now.originalCarryAmount,
        vestedCarryAmount: now.vestedCarryAmount,
        vestedCarryAmountThen: then.vestedCarryAmount,
        vests: vestsBetween(now.vestedCarryAmount, then.vestedCarryAmount),
        reason: now.reason ?? then.reason,
      };
    });
  },
});
