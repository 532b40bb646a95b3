import type { RecordHead, RecordStore } from '@carrara/adapters/postgres/engine/records/recordStore';
import { emptyId } from '@carrara/contract/core/kinds';
import type { NavBasisChange } from '@carrara/domain/performance/period';
import type { RequestContext } from '../../core/operations.ts';
import { changeNavBasis } from '../../usecases/portfolio/changeNavBasis.ts';
import type { Outcome } from '../../usecases/runDocument.ts';
import { withVehicleDefaults } from './vehicleDefaults.ts';

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
