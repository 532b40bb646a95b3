import { vestingPositions } from '@carrara/adapters/postgres/carry/carryViews/vestingSources';
import { defineReportQuery } from '@carrara/adapters/postgres/engine/reports/reportQuery';
import { vestingForfeiture as report } from '@carrara/contract/carry/reports/vestingForfeiture';
import { type CalendarDate, numberText } from '@carrara/domain/kernel';
import { isTerminated, vestingDate } from '@carrara/domain/people/participant';
import { currentShare, readVesting } from './vestingAnalysis.ts';

const noFigures = {
  vestedPercentage: null,
  originalCarryAmount: null,
  vestedCarryAmount: null,
  forfeitedCarryAmount: null,
};

/**
 * Report on each allocation by the rule of the vesting analysis, by source. An allocation that the rule refuses is not
 * determined, and the others remain.
 */
export const vestingForfeiture = defineReportQuery(report, {
  source: 'rows',
  async from(tx, values) {
    const today = (values['selectedDate'] ?? values['today']) as CalendarDate;
    return (await vestingPositions(tx, { ...values, on: today })).map(({ source, terminationDate, ...position }) => {
      const on = vestingDate(today, terminationDate);
      const found = readVesting([source], {}, on).match(
        ({ sources: [analyzed] }) => analyzed ?? noFigures,
        ([failure]) => ({ ...noFigures, reason: failure?.detail ?? null }),
      );
      return {
        ...position,
        status: isTerminated(terminationDate, today) ? 'Terminated' : 'Active',
        vestingDate: on,
        source: source.id,
        currency: source.currency,
        effective: numberText(currentShare(source)),
        vestingSchedule: source.schedule?.name ?? null,
        ...found,
      };
    });
  },
});
