import type { Kind, Reference } from './kinds.ts';
import { displayedDay } from './today.ts';

/** The reason why a figure of a record or row has no value although it should. */
interface NotDetermined {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/**
 * Returns the mark of a row with figures of an earlier date. For the last figures of a late fund: `Values of 09/30/2025, carried forward`. An
 * investor has others as well, and a `coverage`. For sums from an earlier report: `Cash reported through 06/30/2026`. For reported multiples that don't
 * match the amounts: their `contradiction`. For amounts that count returned excess as distributed: their `excessNote`. For a return since inception that was reported: `Net IRR since inception as reported`. Undefined for other
 * rows.
 */
export function carriedMark({
  carriedFrom,
  coverage,
  reportedThrough,
  contradiction,
  excessNote,
  reportedRate,
}: Readonly<Record<string, unknown>>): string | undefined {
  const marks = [
    ...(typeof carriedFrom === 'string'
      ? [
          `${typeof coverage === 'string' ? 'Includes values' : 'Values'} of ${displayedDay(carriedFrom)}, carried forward`,
        ]
      : []),
    ...(typeof reportedThrough === 'string' ? [`Cash reported through ${displayedDay(reportedThrough)}`] : []),
    ...(typeof contradiction === 'string' ? [contradiction] : []),
    ...(reportedRate === true ? ['Net IRR since inception as reported'] : []),
    ...(typeof excessNote === 'string' ? [excessNote] : []),
  ];
  return marks.length === 0 ? undefined : marks.join('. ');
}

/** The figures that sums of cash from an earlier report affect. */
const ofReportedSums: ReadonlySet<string> = new Set([
  'contributions',
  'distributions',
  'unfunded',
  'dpi',
  'rvpi',
  'tvpi',
  'pic',
]);

/** Returns the mark of a sum over records, if parts come from an earlier report. */
export const sumReportedThrough = (date: string): string => `Includes cash reported through ${displayedDay(date)}`;

/** Returns the mark of one figure of a record, if a sum in it comes from an earlier report. */
export const reportedThroughMark = (field: string, row: Readonly<Record<string, unknown>>): string | undefined =>
  ofReportedSums.has(field) && row[field] != null && typeof row['reportedThrough'] === 'string'
    ? `Reported through ${displayedDay(row['reportedThrough'])}`
    : undefined;

interface DisplayedField {
  readonly field: string;
  readonly kind: Kind;
  readonly nullIs?: string | undefined;
  /** The reason for an undetermined value, used if the row doesn't give one. */
  readonly excludedReason?: string | undefined;
}
export interface DisplayedFigure {
  readonly kind: Kind;
  readonly value: unknown;
  /** The reason for a missing value. */
  readonly reason?: string;
}

/** The prefix of an undetermined figure, before its reason. */
export const undeterminedPrefix = 'n.d.';

/** Formats the dates in a reason for display. Reasons stored with figures have ISO dates. */
export const withDisplayedDays = <T extends string | undefined>(reason: T): T =>
  reason?.replace(/\b\d{4}-\d{2}-\d{2}\b/g, displayedDay) as T;

/** The field names of net asset values. */
const navs: ReadonlySet<string> = new Set(['nav', 'navBeforeCarry', 'fmv']);

/** Multiples of paid-in capital. A transfer between partners affects them in the same way as the net return. */
const netMultiples: ReadonlySet<string> = new Set(['dpi', 'rvpi', 'tvpi', 'pic']);

/** Sums of cash that include cash passed by a transfer between partners. */
const cashSums: ReadonlySet<string> = new Set(['contributions', 'distributions', 'recallable']);

/**
 * Returns how to display a figure of a row, on screens and in files alike. A figure listed in the row's `notDetermined` is displayed with its reason,
 * never as zero or a dash. Returns over a span under a year are marked (`irrAnnualized` is false). So are net
 * returns, net multiples, contributions and distributions affected by a transfer between partners (`irrPartial`). Net
 * asset values older than the row are marked too (`rolledForwardFrom` is the date of the report). A currency is
 * displayed by its code.
 */
export function displayedFigure(
  { field, kind, nullIs, excludedReason }: DisplayedField,
  row: Readonly<Record<string, unknown>>,
): DisplayedFigure {
  const value = row[field];
  if (value === null || value === undefined) {
    const all = (row['notDetermined'] ?? []) as readonly NotDetermined[];
    const usual = nullIs !== undefined && value === null && excludedReason ? `${excludedReason}.` : undefined;
    const message = all.find((notDetermined) => notDetermined.field === field)?.message ?? usual;
    const reason = withDisplayedDays(message && `${message.charAt(0).toUpperCase()}${message.slice(1)}`);
    if (reason !== undefined) return { kind: 'text', value: `${undeterminedPrefix}: ${reason}`, reason };
    return nullIs !== undefined && value === null ? { kind: 'text', value: nullIs } : { kind, value };
  }
  // The code says it in a third of the width.
  if (kind === 'reference' && field === 'currency') {
    const { code } = value as Reference;
    if (code) return { kind: 'code', value: code };
  }
  if (kind === 'money' && navs.has(field) && row['rolledForwardFrom'] != null) return { kind: 'rolledMoney', value };
  if (kind === 'money' && cashSums.has(field) && row['irrPartial'] === true) return { kind: 'partialMoney', value };
  if (kind === 'multiple' && netMultiples.has(field) && row['irrPartial'] === true)
    return { kind: 'partialMultiple', value };
  if (kind !== 'return') return { kind, value };
  const isOfSpan = row[`${field}Annualized`] === false;
  if (row[`${field}Partial`] === true) return { kind: isOfSpan ? 'partialSpanReturn' : 'partialReturn', value };
  return { kind: isOfSpan ? 'spanReturn' : kind, value };
}
