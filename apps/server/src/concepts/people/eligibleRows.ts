import type { ListRow } from '@carrara/adapters/postgres/engine/lists';
import type { CalendarDate } from '@carrara/domain/kernel';
import { isCarryEligible } from '@carrara/domain/people/participant';

/** A row of a list of participants with whether it is eligible on the firm's day, which the database does not know. */
export function eligibleRow<Row>({ carryEligibleDate, ...row }: ListRow, { today }: { readonly today: CalendarDate }) {
  return { ...row, isCarryEligible: isCarryEligible(carryEligibleDate as CalendarDate | null, today) } as Row;
}
