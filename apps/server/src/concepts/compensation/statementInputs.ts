import { payOfPeople } from '@carrara/adapters/postgres/compensation/payOfPeople';
import { otherPayOfYears } from '@carrara/adapters/postgres/compensation/statement/statementFacts';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { payClassOf } from '@carrara/domain/compensation/award';
import { inputsUsedIn, lastDay, type StatementInputText } from '@carrara/domain/compensation/statement';
import type { CalendarDate } from '@carrara/domain/kernel';
import { toDatedPay } from './yearsOfPay.ts';

interface OfEmployee {
  readonly employeeId: string;
}
type RowOf<K extends keyof StatementInputText> = StatementInputText[K] extends readonly (infer R)[]
  ? readonly (R & OfEmployee)[]
  : never;
/** Port to the carry of people, implemented by carry. */
export interface StatementPorts {
  readonly carryOfPeople: (
    tx: Transaction,
    employees: readonly string[],
    on: CalendarDate,
  ) => Promise<{
    readonly paid: RowOf<'carry'>;
    readonly holdings: RowOf<'allocations'>;
    readonly estimates: RowOf<'estimates'>;
  }>;
}

/** Input of a yearly statement for an employee whose pay is visible. */
export interface InputOfPerson {
  readonly employeeId: string;
  readonly name: string;
  readonly input: StatementInputText;
}

/** Returns the inputs of these people's statements for a year, from the current records. People whose pay isn't visible are excluded. */
export async function statementInputs(
  tx: Transaction,
  employees: readonly string[],
  year: number,
  { carryOfPeople }: StatementPorts,
): Promise<readonly InputOfPerson[]> {
  const stored = await payOfPeople(tx, employees);
  const seen = stored.map(({ employeeId }) => employeeId);
  const otherPayOf = await otherPayOfYears(tx, seen, year);
  const carry = await carryOfPeople(tx, seen, lastDay(year));
  const byEmployee = <R extends OfEmployee>(rows: readonly R[]) => {
    const found = new Map<string, Omit<R, 'employeeId'>[]>();
    for (const { employeeId, ...row } of rows) found.set(employeeId, [...(found.get(employeeId) ?? []), row]);
    return (employeeId: string) => found.get(employeeId) ?? [];
  };
  const [paidOf, allocationsOf, estimatesOf] = [
    byEmployee(carry.paid),
    byEmployee(carry.holdings),
    byEmployee(carry.estimates),
  ];
  return stored.map((storedPay): InputOfPerson => {
    const { employeeId, name } = storedPay;
    const input: StatementInputText = {
      year,
      salaries: storedPay.salaries,
      employment: toDatedPay(storedPay, []).employment,
      awards: storedPay.awards.map(({ subType, on: _awardDate, ...award }) => ({
        ...award,
        payClass: payClassOf(subType),
      })),
      ...otherPayOf(employeeId),
      carry: paidOf(employeeId),
      allocations: allocationsOf(employeeId),
      estimates: estimatesOf(employeeId),
    };
    return { employeeId, name, input: inputsUsedIn(input) };
  });
}
