import { calendarDate, type Decimal, decimal, err, moneyText, numberText, ok } from '@carrara/domain/kernel';
import type { ReadRow } from '@carrara/domain/platform/upload';
import { quarterEnd, endOfTime } from '../ledger/index.ts';
import {
  isTvpiTied,
  navWith,
  postReported,
  replacesTransferred,
  type ReportedFigure,
  reportedFigures,
  type ReportedName,
  reportedNames,
  reportedUntil,
  reportedWarnings,
} from '../period/index.ts';
import {
  type ChangedField,
  type Counts,
  isRowAccepted,
  type ExistingVehicle,
  lookup,
  rowRefusals,
  requiredText,
  type RowRefusal,
  type RowWarning,
  textValue,
} from './planParts.ts';

type PlannedReport = Pick<ReportedFigure, 'commitmentId' | 'figure' | 'date' | 'value' | 'booked'> & {
  readonly row: number;
  readonly description: string | null;
};
export interface ReportedPlan {
  readonly reports: readonly PlannedReport[];
  readonly counts: Counts;
  readonly changed: readonly ChangedField[];
  readonly late: readonly number[];
  readonly warnings: readonly RowWarning[];
  readonly refusals: readonly RowRefusal[];
  readonly ties: TvpiTies;
}

/** The number of rows of a file by the check of their TVPI. */
export interface TvpiTies {
  /** Equal to (distributions + NAV) / contributions, rounded as reported. */
  readonly tied: number;
  readonly different: number;
  /** One of the four figures is missing, or nothing was paid in. */
  readonly unchecked: number;
}

function tvpiTies(rows: readonly Readonly<Partial<Record<ReportedName, Decimal>>>[]): TvpiTies {
  const tied = rows.map(isTvpiTied);
  const count = (kind: boolean | undefined) => tied.filter((isTied) => isTied === kind).length;
  return { tied: count(true), different: count(false), unchecked: count(undefined) };
}

/**
 * Plans the figures that the rows of a file report for a vehicle. A figure is identified by subject and date: an identical one changes nothing, a
 * different one replaces it.
 *
 * Fails:  in `refusals`, every row with each of its reasons, including two rows of a subject on one date.
 */
export function planReported(
  rows: readonly ReadRow[],
  existing: ExistingVehicle,
  reported: readonly ReportedFigure[],
): ReportedPlan {
  const { commitments } = existing.ledger;
  const keyOf = ({ commitmentId, figure, date }: Pick<ReportedFigure, 'commitmentId' | 'figure' | 'date'>) =>
    `${commitmentId ?? ''} ${figure} ${date}`;
  const counting = reportedUntil(reported, endOfTime);
  const there = new Map(counting.map((reportedFigure) => [keyOf(reportedFigure), reportedFigure.value]));
  const refusals: RowRefusal[] = [];
  const readReport = reportReader(commitments, refusals);
  const planned: { readonly report: PlannedReport; readonly before: Decimal | undefined }[] = [];
  const read: Partial<Record<ReportedName, Decimal>>[] = [];
  const unchanged: number[] = [];
  for (const row of rows) {
    const figures = readReport(row);
    if (figures === undefined) continue;
    read.push(Object.fromEntries(figures.map(({ figure, value }) => [figure, value])));
    const quarter = textValue(row, 'bookedPeriod');
    for (const figure of figures) {
      const before = there.get(keyOf(figure));
      if (before?.eq(figure.value)) {
        unchanged.push(row.row);
        continue;
      }
      const isTheirs = replacesTransferred(figure, reported);
      const booked = postReported(figure, existing.ledger, {
        bookedPeriod: quarter === null ? null : calendarDate(quarter),
        nav: navWith(figure, figures, counting),
      }).andThen((end) => (isTheirs.length > 0 ? err(isTheirs) : ok(end)));
      if (booked.isErr()) {
        const { error } = booked;
        refusals.push(
          ...rowRefusals(row.row, error).map((refusal) => ({
            ...refusal,
            field: refusal.field === 'value' ? figure.figure : refusal.field,
          })),
        );
        continue;
      }
      const report = { ...figure, booked: booked.value, row: row.row, description: textValue(row, 'description') };
      planned.push({ report, before });
    }
  }
  // A row is all or nothing: if one of its figures is rejected, none is entered.
  const good = isRowAccepted(refusals);
  const entered = planned.filter(({ report }) => good(report.row));
  const reports = entered.map(({ report }) => report);
  const changed = entered.flatMap(({ report, before }) => (before === undefined ? [] : [{ report, before }]));
  return {
    reports,
    counts: {
      created: reports.length - changed.length,
      changed: changed.length,
      unchanged: unchanged.filter(good).length,
      missing: 0,
    },
    changed: changed.map(({ report: { commitmentId, figure, date, value, row }, before }) => ({
      record: `${commitments.find(({ id }) => id === commitmentId)?.investorName ?? 'The vehicle as a whole'} ${date}, row ${String(row)}`,
      field: reportedFigures[figure].title,
      isNumber: true,
      before: numberOf(figure, before),
      after: numberOf(figure, value),
    })),
    late: reports.filter((report) => report.booked > quarterEnd(report.date)).map(({ row }) => row),
    warnings: reportedWarnings(reports, counting, existing.ledger).map(({ entered: { row }, text }) => ({ row, text })),
    refusals,
    ties: tvpiTies(read),
  };
}

/** Returns a function that reads the figures that a row reports. Undefined if its subject is unknown or has an earlier row for the date. */
function reportReader(commitments: ExistingVehicle['ledger']['commitments'], refusals: RowRefusal[]) {
  const investorNamed = lookup(
    commitments.map(({ id, investorCode, investorName }) => ({ id, code: investorCode, name: investorName })),
  );
  const firstRows = new Map<string, number>();
  return (row: ReadRow) => {
    const refuse = (field: string, reason: string) => void refusals.push({ row: row.row, field, reason });
    const cellText = textValue(row, 'investor');
    const commitmentId = cellText === null ? null : investorNamed(cellText)?.id;
    const date = calendarDate(requiredText(row, 'date'));
    if (commitmentId === undefined) {
      refuse(
        'investor',
        `The vehicle has no commitment from an investor '${cellText ?? ''}'. Enter the code or name of one that has, or leave it empty for the vehicle as a whole.`,
      );
      return undefined;
    }
    const twin = firstRows.get(`${commitmentId ?? ''} ${date}`);
    if (twin !== undefined) {
      refuse('date', `Row ${String(twin)} already has reported figures for this date.`);
      return undefined;
    }
    firstRows.set(`${commitmentId ?? ''} ${date}`, row.row);
    const figures = reportedNames.flatMap((figure) => {
      const text = textValue(row, figure);
      return text === null ? [] : [{ commitmentId, figure, date, value: decimal(text) }];
    });
    if (figures.length === 0) refuse('date', `The row has no figure. Each figure has a column of its own: ${titles}.`);
    return figures;
  };
}

const numberOf = (figure: ReportedName, value: Decimal): string =>
  reportedFigures[figure].kind === 'money' ? moneyText(value) : numberText(value);

const titles = Object.values(reportedFigures)
  .map(({ title }) => title)
  .join(', ');
