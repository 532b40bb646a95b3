import type { ListRow } from '@carrara/adapters/postgres/engine/lists/listQuery';
import type { CalendarDate } from '@carrara/domain/kernel';
import { isCarryEligible } from '@carrara/domain/people/participant';

/**
 * Adds the carry eligibility on the firm's local date, which the database doesn't know, to a row of a participant list.
 */
export function eligibleRow<Row>({ carryEligibleDate, ...row }: ListRow, { today }: { readonly today: CalendarDate }) {
  return { ...row, isCarryEligible: isCarryEligible(carryEligibleDate as CalendarDate | null, today) } as Row;
}
