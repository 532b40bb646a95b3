import type { RecordHead, RecordStore } from '@carrara/adapters/postgres/engine/records/recordStore';
import { emptyId } from '@carrara/contract/core/kinds';
import { type CalendarDate, err, type Failures } from '@carrara/domain/kernel';
import { datesInOrder } from '@carrara/domain/portfolio/vehicle';
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
  /** Returns the warnings of a change of the initial close. */
  readonly warnOfInitialClose: (
    context: RequestContext,
    vehicleId: string,
    to: CalendarDate | null,
  ) => Promise<Failures>;
}

type Values = Readonly<Record<string, unknown>>;
interface VehicleToSave {
  readonly id?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly warningsConfirmed: boolean;
}
const basisOf = (values: Values) =>
  (values['navBasis'] as { readonly code: NavBasisChange['to'] } | null | undefined)?.code;

/**
 * Saves a fund or coinvestment. A person must confirm a change of its NAV basis, which recomputes its open quarters, and an initial close after its
 * first records.
 */
export async function saveWithBasis<S extends RecordHead & Values, R>(
  { changeNavBasis, warnOfInitialClose }: VehiclePorts,
  context: RequestContext,
  store: RecordStore<S>,
  { warningsConfirmed, ...values }: VehicleToSave & object,
  save: (values: object) => Outcome<R>,
): Outcome<R> {
  const { id, reason } = values;
  const before = !id || id === emptyId ? undefined : await store.load(context.tx, id);
  const to = before && basisOf(withVehicleDefaults(context, values as Values, before));
  if (before === undefined) return save(values);
  const after: Values = { ...before, ...values };
  // Dates in the wrong order are refused by the save itself.
  const warnings =
    warningsConfirmed || datesInOrder(after).length > 0
      ? []
      : await warnOfInitialClose(context, before.id, (after['initialCloseDate'] || null) as CalendarDate | null);
  const saveUnlessWarned: typeof save = (all) => (warnings.length > 0 ? Promise.resolve(err(warnings)) : save(all));
  if (to === undefined || to === basisOf(before)) return saveUnlessWarned(values);
  const saved = await changeNavBasis(context, before.id, { to, reason, warningsConfirmed }, () =>
    saveUnlessWarned(values),
  );
  // The confirmation of one warning must not confirm another that nobody saw.
  return saved.mapErr((failures) => [...new Set([...failures, ...warnings])]);
}
