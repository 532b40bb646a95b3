import { payPlaceOf, seesPayOf } from '@carrara/adapters/postgres/compensation/compEmployee';
import { employeeStore, type StoredEmployee } from '@carrara/adapters/postgres/people/participant';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../../operations.ts';

/**
 * Loads an employee for a change of pay, and whether it is the person's own, which the rules of each record refuse.
 *
 * Fails: NOT_FOUND, also if the pay isn't visible.
 */
export async function payableEmployee(
  { tx, person }: RequestContext,
  id: string,
): Promise<Result<{ readonly employee: StoredEmployee; readonly isOwn: boolean }, Failures>> {
  // One round trip, because imports write pay row by row.
  const [employee, place, isSeen] = await Promise.all([
    employeeStore.load(tx, id),
    payPlaceOf(tx, id),
    seesPayOf(tx, id),
  ]);
  const isOwn = place?.user?.id === person.id;
  return employee && (isOwn || isSeen)
    ? ok({ employee, isOwn })
    : err([fail('NOT_FOUND', ['employee'], 'There is no such employee.')]);
}
