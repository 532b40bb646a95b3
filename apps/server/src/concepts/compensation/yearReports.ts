import { employeeOffices } from '@carrara/adapters/postgres/compensation/compEmployee';
import { reportCurrency } from '@carrara/adapters/postgres/compensation/payOfPeople';
import { ratesOfDays } from '@carrara/adapters/postgres/platform/fx/ratesOfDays';
import { defineReportQuery, type ReportQuery } from '@carrara/adapters/postgres/engine/reports/reportQuery';
import { derivedId } from '@carrara/adapters/postgres/engine/reports/derivedId';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { compensationSummary as summary } from '@carrara/contract/compensation/reports/compensationSummary';
import {
  employeeCompensation as sideBySide,
  yearColumns,
  requestedYears,
} from '@carrara/contract/compensation/reports/employeeCompensation';
import { conversionDays, payOfYearIn, type PayOfPerson, totalsSideBySide } from '@carrara/domain/compensation/award';
import { payChange } from '@carrara/domain/compensation/salary';
import {
  type CalendarDate,
  calendarDate,
  err,
  type Failure,
  type Failures,
  fail,
  moneyText,
  numberText,
  ok,
  type Result,
  calendarYear,
} from '@carrara/domain/kernel';
import { type CarryPorts, type PaidPerson, paidPeople, payYearRows, yearReasons } from './yearsOfPay.ts';

type Values = Readonly<Record<string, unknown>>;
/** Returns the requested date, which ends its year. */
const dayOf = (values: Values): CalendarDate => calendarDate(String(values['selectedDate'] ?? values['today']));
const people = (tx: Transaction, values: Values, ports: CarryPorts) =>
  paidPeople(tx, (values['employeeId'] as string | null | undefined) ?? null, ports);

/**
 * Returns the pay for the year of the requested date, converted to the requested currency. Fails: NO_FX_RATE, once per
 * pair and date.
 */
async function inSingleCurrency(
  tx: Transaction,
  people: readonly PaidPerson[],
  values: Values,
): Promise<Result<readonly (Omit<PaidPerson, 'pay'> & { readonly pay: PayOfPerson })[], Failures>> {
  const conversion = await reportCurrency(tx, String(values['currencyId']));
  if (!conversion) return err([fail('NOT_FOUND', ['currencyId'], 'There is no such currency.')]);
  const { to, base } = conversion;
  const day = dayOf(values);
  const rates = await ratesOfDays(
    tx,
    people.flatMap(({ pay }) => conversionDays(pay, to, day)),
  );
  const missing = new Map<string, Failure>();
  const converted = people.map((paidPerson) =>
    payOfYearIn(paidPerson.pay, day, { to, base, ratesOf: (on) => rates.get(on) ?? [] }).match(
      (pay) => ({ ...paidPerson, pay }),
      (failures) => {
        for (const failure of failures) missing.set(failure.detail, { ...failure, path: ['currencyId'] });
        return paidPerson;
      },
    ),
  );
  return missing.size > 0 ? err([...missing.values()]) : ok(converted);
}
const readPeople = async (tx: Transaction, values: Values, ports: CarryPorts) => {
  const all = await people(tx, values, ports);
  return values['currencyId'] == null ? ok(all) : inSingleCurrency(tx, all, values);
};

const read = new WeakMap<Transaction, Map<string, ReturnType<typeof readPeople>>>();
/** Reads the people once per transaction, so that the check, the page and the sums agree. */
function requestedPeople(tx: Transaction, values: Values, ports: CarryPorts): ReturnType<typeof readPeople> {
  const ofTransaction = read.get(tx) ?? new Map<string, ReturnType<typeof readPeople>>();
  read.set(tx, ofTransaction);
  const requestKey = JSON.stringify([
    values['employeeId'],
    values['currencyId'],
    values['selectedDate'],
    values['today'],
  ]);
  const found = ofTransaction.get(requestKey) ?? readPeople(tx, values, ports);
  ofTransaction.set(requestKey, found);
  return found;
}

/** Report on the year of the requested date for people whose pay is visible, per currency or in a single one. */
export const compensationSummary = (ports: CarryPorts): ReportQuery =>
  defineReportQuery(summary, {
    source: 'rows',
    refuses: async (tx, values) =>
      values['currencyId'] == null
        ? []
        : (await requestedPeople(tx, values, ports)).match(
            () => [],
            (failures) => failures,
          ),
    from: async (tx, values) => {
      const day = dayOf(values);
      const year = calendarYear(day);
      const offices = await employeeOffices(tx);
      const found = await requestedPeople(tx, values, ports);
      if (found.isErr()) throw new Error('a summary in a currency without a rate was not refused');
      const { officeId = null } = values;
      const isIncluded = (employeeId: string) => officeId === null || offices.get(employeeId) === officeId;
      const requested = found.value.filter(({ employeeId }) => isIncluded(employeeId));
      return requested.flatMap(({ employeeId, ...person }) =>
        payYearRows({ employeeId, ...person }, day, year).map(
          ({ id, employeeId: _employee, name: _name, year: _year, ...figures }) => ({
            ...figures,
            id: derivedId(id),
            employee: employeeId,
            office: offices.get(employeeId) ?? null,
          }),
        ),
      );
    },
  });

const noSalary = { code: 'NO_SALARY', message: yearReasons.NO_SALARY } as const;
/** Report on total compensation for the year of the date and the four years before, per currency. */
export const employeeCompensation = (ports: CarryPorts): ReportQuery =>
  defineReportQuery(sideBySide, {
    source: 'rows',
    from: async (tx, values) => {
      const { last, change: between } = requestedYears(values);
      const years = yearColumns.map((_, at) => last - yearColumns.length + 1 + at);
      return (await people(tx, values, ports)).flatMap(({ employeeId, pay }) =>
        totalsSideBySide(pay, years, dayOf(values)).map(({ currency, totals }) => {
          const [before, after] = between.map((at) => totals[at]);
          const change = before && after ? payChange(before, after) : undefined;
          return {
            id: derivedId(employeeId, currency),
            employee: employeeId,
            currency,
            ...Object.fromEntries(yearColumns.map((column, at) => [column, totals[at] ? moneyText(totals[at]) : null])),
            change: change?.amount ? moneyText(change.amount) : null,
            percent: change?.percent ? numberText(change.percent) : null,
            notDetermined: yearColumns.flatMap((field, at) => (totals[at] ? [] : [{ field, ...noSalary }])),
          };
        }),
      );
    },
  });
