import { addDays, type CalendarDate } from '../../kernel/index.ts';
import { checkTerms } from '../waterfall/index.ts';
import { type EnteredCarryTerms, readTerms } from './enteredTerms.ts';

/** A stored version of a vehicle's carry terms. */
export interface TermsVersion {
  readonly id: string;
  readonly effectiveDate: CalendarDate;
  readonly terms: EnteredCarryTerms;
  /** The ends of quarters whose current lock is older than the version, so that they weren't computed with it. */
  readonly lockedBefore?: readonly CalendarDate[];
}

/** Returns the version in force on a day: the last one that began by then. */
export const termsOn = <V extends Pick<TermsVersion, 'effectiveDate'>>(
  versions: readonly V[],
  day: CalendarDate,
): V | undefined =>
  versions.reduce<V | undefined>(
    (last, version) =>
      version.effectiveDate <= day && (last === undefined || version.effectiveDate > last.effectiveDate)
        ? version
        : last,
    undefined,
  );

/** Returns the last day of a version: the day before the next one begins. Null if there is no later version. */
export function lastDayOf(
  version: Pick<TermsVersion, 'effectiveDate'>,
  versions: readonly Pick<TermsVersion, 'effectiveDate'>[],
): CalendarDate | null {
  const later = versions.map(({ effectiveDate }) => effectiveDate).filter((day) => day > version.effectiveDate);
  const [next] = later.toSorted();
  return next === undefined ? null : addDays(next, -1);
}

/** True if the terms have a result: none of them is missing. */
export const isComplete = (terms: EnteredCarryTerms): boolean => checkTerms(readTerms(terms)).length === 0;

/** Returns the last locked quarter end whose carry was computed with a version. Null if the version can still change. */
export function lastLockedQuarter(
  version: TermsVersion,
  versions: readonly TermsVersion[],
  lockedEnds: readonly CalendarDate[],
): CalendarDate | null {
  if (!isComplete(version.terms)) return null;
  const ends = lockedEnds.filter(
    (end) => termsOn(versions, end)?.id === version.id && version.lockedBefore?.includes(end) !== true,
  );
  return ends.toSorted().at(-1) ?? null;
}
