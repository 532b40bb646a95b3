import { readPayScope, canViewEmployeePay } from '@carrara/adapters/postgres/compensation/compEmployee';
import { employeeStore } from '@carrara/adapters/postgres/people/participant/participantStore';
import type { PayableEmployee } from '@carrara/domain/compensation/payDay';
import type { EmploymentEvent } from '@carrara/domain/people/participant';
import type { CalendarDate } from '@carrara/domain/kernel';
import type { RequestContext } from '../../core/operations.ts';

/** Loads an employee for a change of pay. Undefined also if the pay isn't visible. */
export async function payableEmployee(
  { tx, person }: RequestContext,
  id: string,
): Promise<(PayableEmployee & { readonly employmentEvents: readonly EmploymentEvent[] }) | undefined> {
  // One round trip, because imports write pay row by row.
  const [employee, scope, isVisible] = await Promise.all([
    employeeStore.load(tx, id),
    readPayScope(tx, id),
    canViewEmployeePay(tx, id),
  ]);
  const isOwn = scope?.user?.id === person.id;
  return employee && (isOwn || isVisible)
    ? { hireDate: employee.hireDate as CalendarDate | null, isOwn, employmentEvents: employee.employmentEvents }
    : undefined;
}
