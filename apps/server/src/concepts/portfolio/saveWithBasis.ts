import type { RecordHead, RecordStore } from '@carrara/adapters/postgres/engine/records/recordStore';
import { emptyId } from '@carrara/contract/core/kinds';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../../usecases/outcome.ts';
import { withVehicleDefaults } from './vehicleDefaults.ts';

/** A requested change of the source of NAV. */
interface NavBasisChange {
  readonly to: 'LEDGER' | 'REPORTED';
  readonly reason: string | null | undefined;
  readonly warningsConfirmed: boolean;
}
/** The ports of funds and coinvestments. */
export interface VehiclePorts {
  /** Validates a change of the NAV basis, saves the record, and recomputes the figures. */
  readonly changeNavBasis: <T>(
    context: RequestContext,
    vehicleId: string,
    change: NavBasisChange,
    save: () => Outcome<T>,
  ) => Outcome<T>;
}

type Values = Readonly<Record<string, unknown>>;
interface VehicleToSave {
  readonly id?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly warningsConfirmed: boolean;
}
const basisOf = (values: Values) =>
  (values['navBasis'] as { readonly code: NavBasisChange['to'] } | null | undefined)?.code;

/** Saves a fund or coinvestment. If its NAV basis changes, a person must confirm that, and its open quarters are recomputed. */
export async function saveWithBasis<S extends RecordHead & Values, R>(
  { changeNavBasis }: VehiclePorts,
  context: RequestContext,
  store: RecordStore<S>,
  { warningsConfirmed, ...values }: VehicleToSave & object,
  save: (values: object) => Outcome<R>,
): Outcome<R> {
  const { id, reason } = values;
  const before = !id || id === emptyId ? undefined : await store.load(context.tx, id);
  const to = before && basisOf(withVehicleDefaults(context, values as Values, before));
  if (before === undefined || to === undefined || to === basisOf(before)) return save(values);
  return changeNavBasis(context, before.id, { to, reason, warningsConfirmed }, () => save(values));
}
