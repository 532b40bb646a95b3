import { type VestingSource, vestingPositions } from '@carrara/adapters/postgres/carry/carryViews/vestingSources';
import { defineReportQuery } from '@carrara/adapters/postgres/engine/reports/reportQuery';
import { vestingAhead as report } from '@carrara/contract/carry/reports/vestingAhead';
import { vestsBetween } from '@carrara/domain/carry/vesting';
import { addMonths, type CalendarDate } from '@carrara/domain/kernel';
import { vestingDate } from '@carrara/domain/people/participant';
import { vestedCarry, vestedOn } from './vestingAnalysis.ts';

/** Default horizon in months. */
const monthsAhead = 12;

/** Returns the end of the period for a report that begins on a date. */
export const vestingHorizon = (from: CalendarDate): CalendarDate => addMonths(from, monthsAhead);

/**
 * Report on each allocation in force on the first date, computed on both dates by the rule of the vesting analysis. If
 * employment ends in between, vesting ends with it.
 */
export const vestingAhead = defineReportQuery(report, {
  source: 'rows',
  async from(tx, values) {
    const today = (values['from'] ?? values['today']) as CalendarDate;
    const until = (values['to'] ?? vestingHorizon(today)) as CalendarDate;
    // If only the sums are read, no percentages are needed.
    const percentOn = (source: VestingSource, on: CalendarDate) =>
      values['sumsOnly'] === true ? null : vestedOn(source, on).vestedPercentage;
    return (await vestingPositions(tx, { ...values, on: today, until })).map(({ source, ...position }) => {
      const from = vestingDate(today, position.terminationDate);
      const to = vestingDate(until, position.terminationUntil);
      const now = vestedCarry(source, from);
      const then = vestedCarry(source, to);
      return {
        ...position,
        holder: source.fundId ?? source.coinvestmentId,
        source: source.id,
        currency: source.currency,
        vestingSchedule: source.schedule?.name ?? null,
        vestedPercentage: percentOn(source, from),
        vestedPercentageThen: percentOn(source, to),
        originalCarryAmount: now.originalCarryAmount,
        vestedCarryAmount: now.vestedCarryAmount,
        vestedCarryAmountThen: then.vestedCarryAmount,
        vests: vestsBetween(now.vestedCarryAmount, then.vestedCarryAmount),
        reason: now.reason ?? then.reason,
      };
    });
  },
});
