import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import type { NavigationEntry } from './container/navigation.ts';

/**
 * Returns SQL for the vintage year of a container `of`, stored as `fund` or `coinvestment`. This is the entered year,
 * otherwise that of the first call or drawdown in effect, otherwise that of the initial close.
 */
export function yearOfVintage({
  vehicle,
  fund,
  coinvestment,
}: Record<'vehicle' | 'fund' | 'coinvestment', string>): string {
  const either = (name: string) => `coalesce(${fund}.${name}, ${coinvestment}.${name})`;
  return `coalesce(${either('vintage_year')}, (SELECT extract(year FROM first_call.effective_date)::int FROM ledger_entry first_call
  WHERE first_call.tenant_id = ${vehicle}.tenant_id AND first_call.vehicle_id = ${vehicle}.id AND first_call.type ~ '^(CALL|LINE-DRAW)-' AND first_call.reverses_id IS NULL
  AND NOT EXISTS (SELECT FROM ledger_entry undoing WHERE undoing.tenant_id = first_call.tenant_id AND undoing.reverses_id = first_call.id)
  ORDER BY first_call.effective_date LIMIT 1), extract(year FROM ${either('initial_close_date')})::int)`;
}
/** `f` and `c` are the fund or coinvestment row of container `b`. */
const joins = {
  f: 'LEFT JOIN fund f ON f.tenant_id = b.tenant_id AND f.id = b.id',
  c: 'LEFT JOIN coinvestment c ON c.tenant_id = b.tenant_id AND c.id = b.id',
};

/** Returns all vehicles in short form, by name. */
export const vehicleNavigation = (tx: Transaction): Promise<NavigationEntry[]> =>
  tx.query<NavigationEntry>(
    'SELECT id, name, code FROM container WHERE tenant_id = $1 AND is_vehicle ORDER BY lower(name), id',
    [tx.tenantId],
  );

export interface VehicleFacts {
  readonly kind: 'fund' | 'coinvestment';
  readonly yearOfVintage: number | null;
}

/** Returns the derived facts about a vehicle. Undefined if it isn't one. */
export async function vehicleFacts(tx: Transaction, id: string): Promise<VehicleFacts | undefined> {
  const [found] = await tx.prepared<VehicleFacts>(
    `SELECT b.kind, ${yearOfVintage({ vehicle: 'b', fund: 'f', coinvestment: 'c' })} AS "yearOfVintage" FROM container b ${joins.f} ${joins.c}
     WHERE b.tenant_id = $1 AND b.id = $2 AND b.is_vehicle`,
    [tx.tenantId, id],
  );
  return found;
}
