import { readPayScope, canViewEmployeePay } from '@carrara/adapters/postgres/compensation/compEmployee';
import { employeeStore } from '@carrara/adapters/postgres/people/participant/participantStore';
import type { PayableEmployee } from '@carrara/domain/compensation/payDay';
import {
  employedSpans,
  type EmployedSpan,
  type EmploymentEvent,
  employmentHistory,
} from '@carrara/domain/people/participant';
import type { CalendarDate } from '@carrara/domain/kernel';
import type { RequestContext } from '../../core/operations.ts';

interface Payable extends PayableEmployee {
  readonly employmentEvents: readonly EmploymentEvent[];
  /** The days of employment. */
  readonly employment: readonly EmployedSpan[];
}

/** Loads an employee for a change of pay. Undefined also if the pay isn't visible. */
export async function payableEmployee({ tx, person }: RequestContext, id: string): Promise<Payable | undefined> {
  // One round trip, because imports write pay row by row.
  const [employee, scope, isVisible] = await Promise.all([
    employeeStore.load(tx, id),
    readPayScope(tx, id),
    canViewEmployeePay(tx, id),
  ]);
  const isOwn = scope?.user?.id === person.id;
  if (!employee || !(isOwn || isVisible)) return undefined;
  const { employmentEvents } = employee;
  const hireDate = employee.hireDate as CalendarDate | null;
  const terminationDate = employee.terminationDate as CalendarDate | null;
  const employment = employedSpans(employmentHistory(employmentEvents, { hireDate, terminationDate }));
  return { hireDate, isOwn, employmentEvents, employment };
}
