import type { RowOf } from '@carrara/contract/core/endpoint';
import type { vehicleEndpoints } from '@carrara/contract/portfolio/vehicle';
import { column, condition, defineListQuery, referenceColumn } from '../../engine/lists/index.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import type { NavigationEntry } from '../container/index.ts';

const ofEither = (name: string) => `coalesce(f.${name}, c.${name})`;
const either = ['f', 'c'];
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

/** The funds and coinvestments of a firm. */
export const vehicleList = defineListQuery<RowOf<(typeof vehicleEndpoints)['listFirmFunds']>>({
  base: {
    table: 'container',
    where: 'b.is_vehicle',
    joins: {
      ...joins,
      v: `CROSS JOIN LATERAL (SELECT b.tenant_id, ${ofEither('currency_id')} AS currency_id, ${ofEither('firm_id')} AS firm_id) v`,
    },
  },
  columns: {
    rowVersion: { value: ofEither('row_version'), joins: either },
    kind: { value: 'b.kind' },
    fundCode: column('code', 'b.code'),
    fundName: column('text', 'b.name'),
    kindName: { value: 'initcap(b.kind)' },
    firm: referenceColumn('v.firm_id', 'firm', [...either, 'v']),
    currency: referenceColumn('v.currency_id', 'reference:currency', [...either, 'v']),
    vintageYear: { value: yearOfVintage, joins: either },
    fundFamily: referenceColumn('f.fund_family_id', 'reference:fund-family', either),
    initialCloseDate: { value: ofEither('initial_close_date'), joins: either },
  },
  search: { text: 'b.search_text', index: 'matching_containers' },
  filters: { firmId: condition(`${ofEither('firm_id')} = ?::uuid`, either) },
  defaultSort: { field: 'fundName', ascending: true },
});

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
