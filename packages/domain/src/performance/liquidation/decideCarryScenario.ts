import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import { canChangeView } from '@carrara/domain/platform/savedView';

/** The most scenarios that one person can have for a fund. */
const MOST_SCENARIOS = 50;

export interface OwnedScenario {
  readonly ownerId: string;
  readonly isShared: boolean;
  readonly vehicle: { readonly id: string };
}

export interface ScenarioFacts {
  readonly personId: string;
  /** True for an administrator, who may change and delete every shared scenario. */
  readonly mayManage: boolean;
}

const notYours = fail(
  'FORBIDDEN',
  [],
  'Only the owner of a scenario or an administrator can change it. Save your own copy.',
);

/**
 * Decides on a new scenario or an edited one, which stays with its fund and its owner.
 *
 * Fails:  FORBIDDEN (somebody else's, or a shared one that an administrator makes private), INVALID_VALUE (another fund), TOO_MANY_VIEWS.
 */
export function decideCarryScenario(
  before: OwnedScenario | undefined,
  scenario: Omit<OwnedScenario, 'ownerId'>,
  { count, ...facts }: ScenarioFacts & { readonly count: number },
): Result<true, Failures> {
  if (before === undefined)
    return count < MOST_SCENARIOS
      ? ok(true)
      : err([
          fail(
            'TOO_MANY_VIEWS',
            [],
            `You already have ${String(MOST_SCENARIOS)} scenarios of this fund. Delete some first.`,
          ),
        ]);
  if (!canChangeView(before, facts)) return err([notYours]);
  if (before.vehicle.id !== scenario.vehicle.id)
    return err([
      fail('INVALID_VALUE', ['vehicle'], 'A scenario can’t be moved to another fund. Save a new one there.'),
    ]);
  return before.isShared && !scenario.isShared && before.ownerId !== facts.personId
    ? err([fail('FORBIDDEN', ['isShared'], 'Only its owner can make this scenario private. You can delete it.')])
    : ok(true);
}

/** Decides on the deletion of a scenario. Fails: FORBIDDEN. */
export const decideScenarioDeletion = (scenario: OwnedScenario, facts: ScenarioFacts): Result<true, Failures> =>
  canChangeView(scenario, facts) ? ok(true) : err([notYours]);
