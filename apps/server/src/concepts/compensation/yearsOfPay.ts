import { tenantCurrency } from '../../core/tenantCurrency.ts';
import { payOfPeople, type StoredPay } from '@carrara/adapters/postgres/compensation/payOfPeople';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { CompensationYear, yearsOfPayEndpoints } from '@carrara/contract/compensation/yearsOfPay';
import { type DatedPay, payClassOf, type PayOfPerson, yearsOfPay } from '@carrara/domain/compensation/award';
import {
  type CalendarDate,
  calendarDate,
  decimal,
  err,
  type Failures,
  fail,
  moneyText,
  ok,
  type Result,
  currencyOrder,
} from '@carrara/domain/kernel';
import { employedSpans, employmentHistory } from '@carrara/domain/people/participant';
import { computedList } from '../../core/computedList.ts';
import type { Operations, RequestContext } from '../../core/operations.ts';

interface Paid {
  readonly employeeId: string;
  readonly on: string;
  readonly amount: string;
  readonly currency: string;
}
/** Port to carry paid to people, implemented by carry. */
export interface CarryPorts {
  readonly carryPaidTo: (tx: Transaction, employees: readonly string[]) => Promise<readonly Paid[]>;
}

const dated = ({ on, amount, currency }: Omit<Paid, 'employeeId'>) => ({
  on: calendarDate(on),
  amount: decimal(amount),
  currency,
});

/** Combines a person's stored pay with their carry in the form that the rule needs. */
export function toDatedPay(stored: StoredPay, carry: readonly Paid[]): DatedPay {
  const day = (text: string | null) => (text === null ? null : calendarDate(text));
  const events = stored.events.map(({ kind, eventDate }) => ({ kind, eventDate: calendarDate(eventDate) }));
  const employment = { hireDate: day(stored.hireDate), terminationDate: day(stored.terminationDate) };
  return {
    salaries: stored.salaries.map(({ effectiveDate, paidRate, currency }) => ({
      effectiveDate: calendarDate(effectiveDate),
      paidRate: decimal(paidRate),
      currency,
    })),
    employment: employedSpans(employmentHistory(events, employment)),
    awards: stored.awards.map(({ performanceYear, subType, isCanceled, ...awarded }) => ({
      performanceYear,
      payClass: payClassOf(subType),
      isCanceled,
      ...dated(awarded),
    })),
    deferredGrants: stored.deferredGrants.map(dated),
    carry: carry.map(dated),
  };
}

export const yearReasons = {
  NO_SALARY: 'Some days of employment have no salary.',
  YEAR_AHEAD: 'The year hasn’t started.',
} as const;
const orNull = (value: Parameters<typeof moneyText>[0] | null) => value && moneyText(value);

/** Returns the years of a person's pay up to a date, latest first, or a single year. */
export function payYearRows(
  { employeeId, name, pay }: Omit<PaidPerson, 'pay'> & { readonly pay: PayOfPerson },
  today: CalendarDate,
  only?: number,
): readonly CompensationYear[] {
  return yearsOfPay(pay, today, only).map((numberedYear) => {
    const figures = {
      baseSalary: orNull(numberedYear.baseSalary),
      totalCash: orNull(numberedYear.totalCash),
      totalCompensation: orNull(numberedYear.totalCompensation),
      salaryEarned: orNull(numberedYear.salaryEarned),
    };
    const { unknown } = numberedYear;
    return {
      id: `${employeeId} ${String(numberedYear.year)} ${numberedYear.currency}`,
      employeeId,
      name,
      year: numberedYear.year,
      currency: numberedYear.currency,
      ...figures,
      bonus: moneyText(numberedYear.bonus),
      supplementalBonus: moneyText(numberedYear.supplementalBonus),
      other: moneyText(numberedYear.other),
      deferredGranted: moneyText(numberedYear.deferredGranted),
      grossCarryDistributed: moneyText(numberedYear.grossCarryDistributed),
      notDetermined: unknown
        ? Object.entries(figures).flatMap(([field, value]) =>
            value === null ? [{ field, code: unknown, message: yearReasons[unknown] }] : [],
          )
        : [],
    };
  });
}

/** Returns the people whose pay is visible, or one of them, with their stored pay. */
export async function paidPeople(
  tx: Transaction,
  employeeId: string | null,
  ports: CarryPorts,
): Promise<readonly PaidPerson[]> {
  const stored = await payOfPeople(tx, employeeId === null ? null : [employeeId]);
  const paid = await ports.carryPaidTo(
    tx,
    stored.map((storedPay) => storedPay.employeeId),
  );
  const carry = new Map<string, Paid[]>();
  for (const payment of paid) carry.set(payment.employeeId, [...(carry.get(payment.employeeId) ?? []), payment]);
  return stored.map((storedPay) => ({
    employeeId: storedPay.employeeId,
    name: storedPay.name,
    pay: toDatedPay(storedPay, carry.get(storedPay.employeeId) ?? []),
  }));
}
export interface PaidPerson {
  readonly employeeId: string;
  readonly name: string;
  readonly pay: DatedPay;
}

/** Returns the years of people whose pay is visible, or of one of them, latest year first. */
async function yearsOf(
  { tx, today, tenant }: Pick<RequestContext, 'tx' | 'today' | 'tenant'>,
  employeeId: string | null,
  ports: CarryPorts,
): Promise<readonly YearsOfPerson[]> {
  const inOrder = currencyOrder(tenantCurrency({ tenant }));
  const people = await paidPeople(tx, employeeId, ports);
  return people.map((paidPerson) => ({
    employeeId: paidPerson.employeeId,
    name: paidPerson.name,
    years: payYearRows(paidPerson, today).toSorted(
      (row, other) => other.year - row.year || inOrder(row.currency, other.currency),
    ),
  }));
}
export interface YearsOfPerson {
  readonly employeeId: string;
  readonly name: string;
  readonly years: readonly CompensationYear[];
}

/** Returns the years of one person. NOT_FOUND if the pay isn't visible. */
export async function yearsOfEmployee(
  context: RequestContext,
  id: string,
  ports: CarryPorts,
): Promise<Result<{ readonly name: string; readonly years: readonly CompensationYear[] }, Failures>> {
  const [found] = await yearsOf(context, id, ports);
  return found ? ok(found) : err([fail('NOT_FOUND', ['id'], 'You can’t see this employee’s pay, or there is none.')]);
}

const types = [
  ['baseSalary', 'Base salary'],
  ['bonus', 'Bonus'],
  ['supplementalBonus', 'Supplemental bonus'],
  ['other', 'Other'],
  ['deferredGranted', 'Deferred granted'],
  ['grossCarryDistributed', 'Gross carry distributed'],
] as const;

type Printing = Pick<Operations<typeof yearsOfPayEndpoints>, 'printCompEmployee'>;
/** Operations on people's pay by year. */
export const yearsOfPayOperations = (
  ports: CarryPorts,
): Omit<Operations<typeof yearsOfPayEndpoints>, keyof Printing> => ({
  listEmployeeCompensations: computedList(async (context, { params }: { readonly params: { readonly id: string } }) =>
    (await yearsOfEmployee(context, params.id, ports)).map(({ years }) => years),
  ),
  listCompensations: computedList(
    async (context, { query }: { readonly query: { readonly year?: number | undefined } }) =>
      ok(
        (await yearsOf(context, null, ports)).flatMap(({ years }) =>
          years.filter(({ year }) => query.year === undefined || year === query.year),
        ),
      ),
  ),
  async chartCompensationsByType(context, { params }) {
    const found = await yearsOfEmployee(context, params.id, ports);
    return found.map(({ years }) => ({
      employeeId: params.id,
      parts: types.flatMap(([field, name]) =>
        years.toReversed().map((row) => ({ year: row.year, currency: row.currency, name, amount: row[field] })),
      ),
    }));
  },
});
