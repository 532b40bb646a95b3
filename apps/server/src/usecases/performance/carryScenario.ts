import {
  carryScenarioStore,
  countOwnScenarios,
  type StoredScenario,
} from '@carrara/adapters/postgres/performance/analysis/carryScenarios';
import { hasPermission } from '@carrara/contract/core/permissions';
import type { CarryScenario } from '@carrara/contract/performance/liquidation/carryScenario';
import { err, noSuch, type Failures, ok, type Result } from '@carrara/domain/kernel';
import {
  decideCarryScenario,
  decideScenarioDeletion,
  type ScenarioFacts,
} from '@carrara/domain/performance/liquidation';
import { canChangeView } from '@carrara/domain/platform/savedView';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';

type Context = Pick<RequestContext, 'tx' | 'grants' | 'person'>;

const factsOf = ({ person, grants }: Pick<Context, 'person' | 'grants'>): ScenarioFacts => ({
  personId: person.id,
  mayManage: hasPermission(grants, 'carryScenario.manage'),
});

/** Returns the rights of a reader on a scenario. */
export const scenarioRights = (
  { ownerId, ...scenario }: StoredScenario,
  context: Pick<Context, 'person' | 'grants'>,
): Pick<CarryScenario, 'isOwn' | 'canEdit'> => ({
  isOwn: ownerId === context.person.id,
  canEdit: canChangeView({ ownerId, isShared: scenario.isShared === true }, factsOf(context)),
});

/** Checks a scenario before it is saved, and adds its owner. Fails: as `decideCarryScenario`. */
export async function prepareScenario(
  context: Context,
  values: Readonly<Record<string, unknown>>,
  before: StoredScenario | undefined,
): Promise<Result<Readonly<Record<string, unknown>>, Failures>> {
  const vehicle = (values['vehicle'] as { readonly id: string } | undefined) ?? { id: '' };
  const isShared = values['isShared'] === true;
  const count = before === undefined ? await countOwnScenarios(context.tx, vehicle.id) : 0;
  const owned = before && { ...before, isShared: before.isShared === true };
  return decideCarryScenario(owned, { vehicle, isShared }, { ...factsOf(context), count }).map(() => ({
    ...values,
    isShared,
    ownerId: before?.ownerId ?? context.person.id,
  }));
}

/** Deletes a scenario. Fails: NOT_FOUND, FORBIDDEN, STALE_VERSION. */
export async function deleteScenario(
  context: Context,
  { id, rowVersion }: { readonly id: string; readonly rowVersion: number | undefined },
): Outcome<{ id: string }> {
  const scenario = await carryScenarioStore.load(context.tx, id);
  if (scenario === undefined) return err([noSuch('carry scenario')]);
  const decision = decideScenarioDeletion({ ...scenario, isShared: scenario.isShared === true }, factsOf(context));
  if (decision.isErr()) return err(decision.error);
  const removed = await carryScenarioStore.remove(context.tx, { operation: 'deleteCarryScenario' }, id, rowVersion);
  return removed.isErr() ? err([removed.error]) : ok({ id: removed.value.id });
}
