import type { Transaction } from '../../engine/unitOfWork/index.ts';
import type { NavigationEntry } from '../container/index.ts';

const ofEither = (name: string) => `coalesce(f.${name}, c.${name})`;
/** The vintage year that is given, else that of the first call or draw that stands, else of the initial close; of the row `b`, with `f` and `c`. */
export const yearOfVintage = `coalesce(${ofEither('vintage_year')}, (SELECT extract(year FROM e.effective_date)::int FROM ledger_entry e
  WHERE e.tenant_id = b.tenant_id AND e.vehicle_id = b.id AND e.type ~ '^(CALL|LINE-DRAW)-' AND e.reverses_id IS NULL
  AND NOT EXISTS (SELECT FROM ledger_entry x WHERE x.tenant_id = e.tenant_id AND x.reverses_id = e.id)
  ORDER BY e.effective_date LIMIT 1), extract(year FROM ${ofEither('initial_close_date')})::int)`;
/** `f` and `c`: what it is stored as beside its container `b`. */
const joins = {
  f: 'LEFT JOIN fund f ON f.tenant_id = b.tenant_id AND f.id = b.id',
  c: 'LEFT JOIN coinvestment c ON c.tenant_id = b.tenant_id AND c.id = b.id',
};

/** All vehicles, short, by name. */
export const vehicleNavigation = (tx: Transaction): Promise<NavigationEntry[]> =>
  tx.query<NavigationEntry>(
    'SELECT id, name, code FROM container WHERE tenant_id = $1 AND is_vehicle ORDER BY lower(name), id',
    [tx.tenantId],
  );

export interface VehicleFacts {
  readonly kind: 'fund' | 'coinvestment';
  readonly yearOfVintage: number | null;
}

/** What is told of a vehicle beside what is stored; undefined for what is none. */
export async function vehicleFacts(tx: Transaction, id: string): Promise<VehicleFacts | undefined> {
  const [found] = await tx.prepared<VehicleFacts>(
    `SELECT b.kind, ${yearOfVintage} AS "yearOfVintage" FROM container b ${joins.f} ${joins.c}
     WHERE b.tenant_id = $1 AND b.id = $2 AND b.is_vehicle`,
    [tx.tenantId, id],
  );
  return found;
}
