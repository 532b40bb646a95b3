import {
  calendarDate,
  decimal,
  displayedDate,
  err,
  type Failures,
  fail,
  ok,
  type Result,
  spokenMoney,
} from '../../kernel/index.ts';
import { errorLocation } from './sheet.ts';

interface PlannedChange {
  readonly kind: string;
  readonly record: string;
  readonly field: string | null;
  readonly before: string | null;
  readonly after: string | null;
}
/** An entry that an import with Overwrite reverses. */
interface ReversedEntry {
  readonly vehicle: string;
  readonly date: string;
  readonly type: string;
  readonly currency: string;
  readonly amount: string;
}
/** The findings of a check that a person confirms. */
interface ConfirmedFindings {
  readonly effects: readonly {
    readonly kind: string;
    readonly created: number;
    readonly updated: number;
    readonly unchanged: number;
    readonly newVersions: number;
  }[];
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly changes: readonly PlannedChange[];
  readonly numberOfChanges: number;
  readonly conflict: {
    readonly changed: number;
    readonly missing: number;
    readonly reversals: readonly ReversedEntry[];
  } | null;
  /** A digest of all findings except `missing` and `reversals`, including those that aren't listed. Null if an earlier version checked the file. */
  readonly digest: string | null;
}

/** The findings of a file as of now. */
interface CurrentFindings extends ConfirmedFindings {
  readonly errors: readonly {
    readonly sheet: string | null;
    readonly row: number | null;
    readonly column: string | null;
    readonly reason: string;
  }[];
}

/** The most warnings that a refusal repeats. The check lists all of them. */
const mostRepeated = 5;

/** Decides whether a file with warnings can be imported: if a person confirmed them. Fails: WARNINGS_NOT_CONFIRMED. */
export function decideWarnings(warnings: readonly string[], isConfirmed: boolean): Result<true, Failures> {
  if (warnings.length === 0 || isConfirmed) return ok(true);
  const more = warnings.length - mostRepeated;
  const rest = more > 0 ? [`The check lists ${more.toLocaleString('en')} more.`] : [];
  const text = `Confirm these warnings first: ${[...warnings.slice(0, mostRepeated), ...rest].join(' ')}`;
  return err([fail('WARNINGS_NOT_CONFIRMED', ['warningsConfirmed'], text)]);
}

const valueText = (value: string | null) => (value === null || value === '' ? 'empty' : value);
const changeKey = ({ kind, record, field, before, after }: PlannedChange) =>
  JSON.stringify([kind, record, field, before, after]);

/** Returns the first item that another list doesn't have. Equal items count separately. */
function firstWithout<T>(items: readonly T[], others: readonly T[], keyOf: (item: T) => string): T | undefined {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(keyOf(other), (counts.get(keyOf(other)) ?? 0) + 1);
  return items.find((item) => {
    const remaining = counts.get(keyOf(item)) ?? 0;
    counts.set(keyOf(item), remaining - 1);
    return remaining === 0;
  });
}

/** Describes the first difference between the planned changes of a check and those of now. */
function changeDifference(current: ConfirmedFindings, checked: ConfirmedFindings): string | undefined {
  const added = firstWithout(current.changes, checked.changes, changeKey);
  const nameOf = ({ record, field }: PlannedChange) => `${record}, ${field ?? 'record'}`;
  const isSame = (change: PlannedChange) => added !== undefined && nameOf(change) === nameOf(added);
  const was = checked.changes.find((change) => isSame(change) && change.before !== added?.before);
  if (added && was)
    return `${nameOf(added)} was ${valueText(was.before)} when the file was checked and is ${valueText(added.before)} now.`;
  if (added)
    return `${nameOf(added)} is ${valueText(added.before)} now, and the file would change it to ${valueText(added.after)}. The check didn’t list this change.`;
  const removed = firstWithout(checked.changes, current.changes, changeKey);
  return (
    removed &&
    `The check listed a change of ${nameOf(removed)} from ${valueText(removed.before)} to ${valueText(removed.after)}, which the file no longer makes.`
  );
}

/** Describes the first difference between the numbers of a check and those of now. */
function countDifference(current: ConfirmedFindings, checked: ConfirmedFindings): string | undefined {
  const numbers = ({ effects, conflict, numberOfChanges }: ConfirmedFindings) =>
    new Map([
      ...effects.flatMap(({ kind, created, updated, newVersions, unchanged }): [string, number][] => [
        [`${kind} to create`, created],
        [`${kind} to change`, updated],
        [`${kind} with a new version`, newVersions],
        [`${kind} without a change`, unchanged],
      ]),
      ['Existing records with other values', conflict?.changed ?? 0],
      ['Changes', numberOfChanges],
    ]);
  const [now, then] = [numbers(current), numbers(checked)];
  const name = [...new Set([...now.keys(), ...then.keys()])].find(
    (count) => (now.get(count) ?? 0) !== (then.get(count) ?? 0),
  );
  return name && `${name}: ${then.get(name) ?? 0} when the file was checked, ${now.get(name) ?? 0} now.`;
}

/** Describes the first text that only one of two checks has. */
function textDifference(current: readonly string[], checked: readonly string[]): string | undefined {
  const added = firstWithout(current, checked, String);
  if (added !== undefined) return `The check didn’t list this: ${added}`;
  const removed = firstWithout(checked, current, String);
  return removed && `This no longer applies: ${removed}`;
}

const reversalText = ({ vehicle, date, type, currency, amount }: ReversedEntry): string =>
  `${vehicle}, ${type} of ${currency} ${spokenMoney(decimal(amount))} on ${displayedDate(calendarDate(date))}.`;

/** Describes the difference in the records that an import with Overwrite removes. */
function missingDifference(current: ConfirmedFindings, checked: ConfirmedFindings): string | undefined {
  const [now, then] = [current.conflict?.missing ?? 0, checked.conflict?.missing ?? 0];
  if (now !== then) return `Existing records that aren’t in the file: ${then} when the file was checked, ${now} now.`;
  const texts = ({ conflict }: ConfirmedFindings) => (conflict?.reversals ?? []).map(reversalText);
  const added = firstWithout(texts(current), texts(checked), String);
  return added && `Overwrite would now also reverse ${added}`;
}

/** Describes the first difference between the findings that a person confirmed and those of now. */
function differenceOf(current: ConfirmedFindings, checked: ConfirmedFindings): string | undefined {
  if (current.digest === checked.digest) return undefined;
  return (
    changeDifference(current, checked) ??
    textDifference(current.warnings, checked.warnings) ??
    countDifference(current, checked) ??
    textDifference(current.notes, checked.notes) ??
    (checked.digest === null ? undefined : 'Somebody edited records that the file would change.')
  );
}

/**
 * Decides whether a checked file can still be imported. The confirmation covers only what the check displayed, not later edits.
 *
 * Fails: FILE_HAS_ERRORS (records were changed since), CHECK_OUTDATED (it would change something else now), WARNINGS_NOT_CONFIRMED.
 */
export function decideImport(
  current: CurrentFindings,
  checked: ConfirmedFindings,
  isConfirmed: boolean,
  overwrite: boolean,
): Result<true, Failures> {
  const { errors, warnings } = current;
  const [first] = errors;
  if (first !== undefined) {
    const count = errors.length === 1 ? 'an error' : `${errors.length} errors, the first`;
    const text = `The file now has ${count} at ${errorLocation(first)}: ${first.reason} Upload it again.`;
    return err([fail('FILE_HAS_ERRORS', ['file'], text)]);
  }
  // An import that doesn't overwrite leaves other records unchanged, for example those of a file imported at the same time.
  const difference = (overwrite ? missingDifference(current, checked) : undefined) ?? differenceOf(current, checked);
  if (difference === undefined) return decideWarnings(warnings, isConfirmed);
  const text = `Records have changed since the file was checked. ${difference} Nothing was imported. Check the file again and review it.`;
  return err([fail('CHECK_OUTDATED', ['file'], text)]);
}
