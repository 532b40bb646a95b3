import type { CarriedPart, Coverage, ExcludedPart } from '@carrara/domain/kernel';
import { notDetermined } from './kinds.ts';
import { withDisplayedDays } from './displayedFigure.ts';
import { displayedDay } from './today.ts';

/** The number of names displayed on a screen. The rest are counted, since the list itself has them all. A file lists all names. */
const namesOnScreen = 3;
export const namesInFile = Number.POSITIVE_INFINITY;

/** Coverage as transmitted: dates are text. */
export interface StatedCoverage extends Omit<Coverage, 'excluded' | 'carried' | 'partly'> {
  readonly excluded: readonly (Omit<ExcludedPart, 'lastDate'> & { readonly lastDate: string | null })[];
  readonly carried: readonly (Omit<CarriedPart, 'lastDate'> & { readonly lastDate: string })[];
  readonly partly?: StatedCoverage['excluded'] | undefined;
}

const isWhole = ({ included, total, carried, partly = [] }: StatedCoverage): boolean =>
  included === total && carried.length === 0 && partly.length === 0;
function excludedPartText({ name, reason, lastDate }: StatedCoverage['excluded'][number]): string {
  if (lastDate !== null) return `${name}, ${reportedThrough(lastDate)}`;
  // The reason for a row can name the fund itself.
  const own = reason.startsWith(`${name}: `) ? reason.slice(name.length + 2) : reason;
  return own === '' ? name : `${name} (${withoutStop(withDisplayedDays(own))})`;
}
const reportedThrough = (lastDate: string): string => `reported through ${displayedDay(lastDate)}`;

/** Marks a row that the total below it leaves out: `Not in the total: reported through 09/30/2025`. */
export const notInTotalText = ({ reason, lastDate }: Omit<StatedCoverage['excluded'][number], 'id' | 'name'>): string =>
  `Not in the total: ${lastDate === null ? withoutStop(withDisplayedDays(reason)) : reportedThrough(lastDate)}`;
/** Returns the first names and the number of the others. */
function namesOf(named: readonly string[], all: number, most: number): string {
  const first = named.slice(0, most);
  return [...first, ...(all > first.length ? [`${all - first.length} more`] : [])].join('; ');
}
const withoutStop = (sentence: string): string => sentence.replace(/\.+$/, '');

/**
 * Describes coverage: `9 of 10 funds; excludes HSP-I, reported through 09/30/2025`. Undefined if nothing is left out or carried forward. `counted` is
 * the plural noun of the counted parts.
 */
export function coverageText(
  coverage: StatedCoverage | null | undefined,
  counted: string,
  mostNames = namesOnScreen,
): string | undefined {
  if (!coverage || isWhole(coverage)) return undefined;
  const { included, total, excluded: excludedParts, carried, partly = [] } = coverage;
  const excluded = excludedParts.map(excludedPartText);
  const late = carried.map(({ name, lastDate }) => `${name} at its value on ${displayedDay(lastDate)}`);
  return [
    coveredCount({ included, total }, counted),
    ...(excluded.length > 0 ? [`excludes ${namesOf(excluded, total - included, mostNames)}`] : []),
    ...(partly.length > 0 ? [`some without ${namesOf(partly.map(excludedPartText), partly.length, mostNames)}`] : []),
    ...(late.length > 0 ? [`includes ${namesOf(late, late.length, mostNames)}`] : []),
  ].join('; ');
}

/** Returns how many parts are included: `9 of 10 funds`, `0 of 1 fund`. */
export const coveredCount = (
  { included, total }: Pick<StatedCoverage, 'included' | 'total'>,
  counted: string,
): string => `${included} of ${total} ${total === 1 ? counted.replace(/ies$/, 'y').replace(/s$/, '') : counted}`;

/** A figure of a row that names the coverage of each of its figures in `fundsCovered`. */
type CoveredField = StatedCoverage & { readonly field: string };
const excludedIds = ({ excluded }: StatedCoverage) =>
  excluded
    .map(({ id }) => id)
    .sort()
    .join();

/**
 * Returns how many funds a figure of a row includes, if not all figures of the row include the same: `4 of 7 funds`. Ratios then differ from what the
 * amounts next to them result in.
 */
export function figureCovers(field: string, row: Readonly<Record<string, unknown>>): string | undefined {
  const covered = (row['fundsCovered'] ?? []) as readonly CoveredField[];
  const own = covered.find((coverage) => coverage.field === field);
  if (own === undefined || own.included === own.total || new Set(covered.map(excludedIds)).size === 1) return undefined;
  return coveredCount(own, 'funds');
}

/** Returns how many funds the figure of a row that leaves out the most includes. Undefined if no figure leaves out any. */
export function smallestCoverage(row: Readonly<Record<string, unknown>>): string | undefined {
  const [least] = ((row['fundsCovered'] ?? []) as readonly CoveredField[]).toSorted(
    (own, other) => own.included - other.included,
  );
  return least === undefined || isWhole(least) ? undefined : coveredCount(least, 'funds');
}

/** Returns the note of a mean. The note also states whether the mean covers only one part. */
export const meanNote = (coverage: StatedCoverage, counted: string): string | undefined =>
  coverageText(coverage, counted) ?? (coverage.total === 1 ? coveredCount(coverage, counted) : undefined);

/** Returns the note of a sum: its coverage, or the reason why no part is determined. Undefined if the sum covers everything. */
export function coverageNote(
  value: string | null | undefined,
  coverage: StatedCoverage | null | undefined,
  counted: string,
): string | undefined {
  if (value !== null) return coverageText(coverage, counted);
  const reason = coverage?.excluded.find((part) => part.reason !== '')?.reason;
  return reason === undefined ? notDetermined : `${notDetermined}: ${withoutStop(withDisplayedDays(reason))}`;
}

/** Returns the plural noun of the parts that a list's totals count. */
export const countedNoun = ({
  title,
  counted,
}: {
  readonly title: string;
  readonly counted?: string | undefined;
}): string => counted ?? title.toLowerCase();

interface Total {
  readonly field: string;
  readonly currency?: string | undefined;
  readonly coverage?: StatedCoverage | undefined;
}

/** Returns a line below the totals for each coverage. It names its columns unless it applies to all of them. */
export function coverageLines(
  totals: readonly Total[],
  columns: readonly { readonly field: string; readonly title: string }[],
  counted: string,
  mostNames?: number,
): readonly string[] {
  const lines = new Map<string, string[]>();
  for (const { field, currency, coverage } of totals) {
    const text = coverageText(coverage, counted, mostNames);
    if (text === undefined) continue;
    const title = columns.find((column) => column.field === field)?.title ?? field;
    const line = currency === undefined ? text : `${currency}: ${text}`;
    lines.set(line, [...(lines.get(line) ?? []), title]);
  }
  return [...lines].map(([line, titles]) =>
    titles.length === new Set(totals.map(({ field }) => field)).size
      ? line
      : `${titles.join(titles.some((title) => title.includes(',')) ? '; ' : ', ')}: ${line}`,
  );
}
