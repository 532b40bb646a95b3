import { employeeOffices } from '@carrara/adapters/postgres/compensation/compEmployee';
import { defineReportQuery, derivedId, type ReportQuery } from '@carrara/adapters/postgres/engine/reports';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { compensationSummary as summary } from '@carrara/contract/compensation/reports/compensationSummary';
import { employeeCompensation as sideBySide } from '@carrara/contract/compensation/reports/employeeCompensation';
import { payChange } from '@carrara/domain/compensation/salary';
import { type CalendarDate, calendarDate, decimal, moneyText, numberText, yearOf } from '@carrara/domain/kernel';
import { type CarryPorts, yearsOf } from './yearsOfPay.ts';

type Values = Readonly<Record<string, unknown>>;
/** The day that is asked about: it ends its year. */
const dayOf = (values: Values): CalendarDate => calendarDate(String(values['selectedDate'] ?? values['today']));
const people = (tx: Transaction, values: Values, ports: CarryPorts) =>
  yearsOf({ tx, today: dayOf(values) }, (values['employeeId'] as string | null | undefined) ?? null, ports);

/** The year of the day that is asked about, of those whose pay one sees. */
export const compensationSummary = (ports: CarryPorts): ReportQuery =>
  defineReportQuery(summary, {
    of: 'rows',
    from: async (tx, values) => {
      const year = yearOf(dayOf(values));
      const offices = await employeeOffices(tx);
      return (await people(tx, values, ports)).flatMap(({ employeeId, years }) =>
        years
          .filter((one) => one.year === year)
          .map(({ id, employeeId: _employee, name: _name, year: _year, ...figures }) => ({
            ...figures,
            id: derivedId(id),
            employee: employeeId,
            office: offices.get(employeeId) ?? null,
          })),
      );
    },
  });

const columns = ['fourBefore', 'threeBefore', 'twoBefore', 'oneBefore', 'year'] as const;

/** Total compensation of the year of the day and the four before it; a year of which nothing is kept comes to nothing. */
export const employeeCompensation = (ports: CarryPorts): ReportQuery =>
  defineReportQuery(sideBySide, {
    of: 'rows',
    from: async (tx, values) => {
      const last = yearOf(dayOf(values));
      return (await people(tx, values, ports)).flatMap(({ employeeId, years }) => {
        const shown = years.filter(({ year }) => year <= last && year > last - columns.length);
        return [...new Set(shown.map(({ currency }) => currency))].toSorted().map((currency) => {
          const own = columns.map((column, at) => {
            const year = last - columns.length + 1 + at;
            return { column, found: shown.find((one) => one.year === year && one.currency === currency) };
          });
          const [before, after] = own.slice(-2).map(({ found }) => found?.totalCompensation ?? null);
          const change = after == null ? undefined : payChange(before == null ? null : decimal(before), decimal(after));
          return {
            id: derivedId(employeeId, currency),
            employee: employeeId,
            currency,
            ...Object.fromEntries(own.map(({ column, found }) => [column, found ? found.totalCompensation : '0.00'])),
            change: change?.amount ? moneyText(change.amount) : null,
            percent: change?.percent ? numberText(change.percent) : null,
            notDetermined: own.flatMap(({ column, found }) =>
              (found?.notDetermined ?? [])
                .filter(({ field }) => field === 'totalCompensation')
                .map((reason) => ({ ...reason, field: column })),
            ),
          };
        });
      });
    },
  });
