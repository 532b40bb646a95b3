import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import { requiresStepUp, isRecentlyProven, isWeaker, signInPolicy, type SessionProof } from '../signIn/index.ts';

type Settings = Readonly<Record<string, unknown>>;

/** A changed setting of modules that the person doesn't administer. */
interface ForeignSetting {
  readonly name: string;
  /** The titles of the modules. */
  readonly owners: readonly string[];
}

/**
 * Decides on a firm's settings. A change that weakens the sign-in needs a recent second factor. Callers without a session have no proof.
 *
 * Fails: UNKNOWN_TIME_ZONE, SETTING_NOT_YOURS, STEP_UP_REQUIRED.
 */
export function decideSettings(
  before: Settings,
  after: Settings,
  facts: {
    readonly isTimeZone: boolean;
    readonly foreign: readonly ForeignSetting[];
    readonly proof: SessionProof | undefined;
    readonly now: Date;
  },
): Result<Settings, Failures> {
  const { isTimeZone, foreign, proof, now } = facts;
  if (!isTimeZone)
    return err([fail('UNKNOWN_TIME_ZONE', ['timeZone'], 'must be a time zone such as America/New_York')]);
  if (foreign.length > 0)
    return err(
      foreign.map(({ name, owners }) =>
        fail('SETTING_NOT_YOURS', [name], `is a setting of ${owners.join(' or ')}, which you don’t administer`),
      ),
    );
  const lasting = signInPolicy(before);
  const needsProof = proof !== undefined && requiresStepUp(lasting) && isWeaker(signInPolicy(after), lasting);
  return needsProof && !isRecentlyProven(proof, lasting.stepUpMinutes, now)
    ? err([
        fail(
          'STEP_UP_REQUIRED',
          [],
          'This weakens the sign-in of your firm. Use your second factor again to continue.',
        ),
      ])
    : ok(after);
}

/** The firm's changes to a module's menu and tabs. */
interface Switches {
  /** The names of hidden menu entries. */
  readonly menuOff: readonly string[];
  readonly isActivityTabEnabled: boolean;
}
interface RequestedSwitches {
  readonly menuEntries: readonly { readonly name: string; readonly isEnabled: boolean }[];
  readonly isActivityTabEnabled?: boolean | null | undefined;
}

/**
 * Decides on a module's menu and tabs. Entries that the request doesn't name stay as they are.
 *
 * Fails: SETTING_NOT_YOURS, NOT_FOUND for each entry that doesn't exist or can't be hidden.
 */
export function decideSwitches(
  before: Switches,
  { menuEntries, isActivityTabEnabled }: RequestedSwitches,
  module: { readonly title: string; readonly isAdministered: boolean; readonly switchable: readonly string[] },
): Result<Switches, Failures> {
  if (!module.isAdministered)
    return err([fail('SETTING_NOT_YOURS', ['module'], `is ${module.title}, which you don’t administer`)]);
  const failures = menuEntries.flatMap(({ name }, at) =>
    module.switchable.includes(name)
      ? []
      : [
          fail(
            'NOT_FOUND',
            ['menuEntries', at, 'name'],
            `There is no menu entry ${name} that can be turned on or off.`,
          ),
        ],
  );
  if (failures.length > 0) return err(failures);
  const requested = new Map(menuEntries.map(({ name, isEnabled }) => [name, isEnabled]));
  const newlyOff = [...requested].flatMap(([name, isEnabled]) => (isEnabled ? [] : [name]));
  const stillOff = before.menuOff.filter((name) => !requested.has(name));
  return ok({
    menuOff: [...stillOff, ...newlyOff].toSorted(),
    isActivityTabEnabled: isActivityTabEnabled ?? before.isActivityTabEnabled,
  });
}
