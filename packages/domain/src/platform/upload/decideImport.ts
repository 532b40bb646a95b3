import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import { errorLocation } from './sheet.ts';

/** The findings of a check that a person confirms. */
interface ConfirmedFindings {
  readonly warnings: readonly string[];
  readonly changes: readonly {
    readonly kind: string;
    readonly record: string;
    readonly field: string | null;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  readonly numberOfChanges: number;
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

const textOf = ({ warnings, changes, numberOfChanges }: ConfirmedFindings): string =>
  JSON.stringify([
    warnings,
    changes.map(({ kind, record, field, before, after }) => [kind, record, field, before, after]),
    numberOfChanges,
  ]);

const unconfirmed = (text: string) => err([fail('WARNINGS_NOT_CONFIRMED', ['warningsConfirmed'], text)]);

/** Decides whether a file with warnings can be imported: if a person confirmed them. Fails: WARNINGS_NOT_CONFIRMED. */
export const decideWarnings = (warnings: readonly string[], isConfirmed: boolean): Result<true, Failures> =>
  warnings.length === 0 || isConfirmed ? ok(true) : unconfirmed(`Confirm these warnings first: ${warnings.join(' ')}`);

/**
 * Decides whether a checked file can still be imported. The confirmation covers only what the check displayed, not later edits.
 *
 * Fails: FILE_HAS_ERRORS (records were changed since), WARNINGS_NOT_CONFIRMED.
 */
export function decideImport(
  current: CurrentFindings,
  checked: ConfirmedFindings,
  isConfirmed: boolean,
): Result<true, Failures> {
  const { errors, warnings } = current;
  const [first] = errors;
  if (first !== undefined) {
    const count = errors.length === 1 ? 'an error' : `${errors.length} errors, the first`;
    const text = `The file now has ${count} at ${errorLocation(first)}: ${first.reason} Upload it again.`;
    return err([fail('FILE_HAS_ERRORS', ['file'], text)]);
  }
  const decision = decideWarnings(warnings, isConfirmed);
  if (decision.isErr() || warnings.length === 0 || textOf(current) === textOf(checked)) return decision;
  return unconfirmed(
    `Records have been changed since the file was checked. Upload it again and review this: ${warnings.join(' ')}`,
  );
}
