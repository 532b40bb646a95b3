import { calendarDate, decimal, err, ok } from '@carrara/domain/kernel';
import type { ReadRow } from '@carrara/domain/platform/upload';
import { quarterEnd } from '../ledger/index.ts';
import {
  ever,
  postReported,
  replacesTransferred,
  type ReportedFigure,
  reportedFigures,
  reportedNames,
  reportedUntil,
} from '../period/index.ts';
import { type Counts, type KnownVehicle, lookup, refusalsOf, type RowRefusal, textOf } from './planned.ts';

export type PlannedReport = Pick<ReportedFigure, 'commitmentId' | 'figure' | 'date' | 'value' | 'booked'> & {
  readonly row: number;
  readonly description: string | null;
};
export interface ReportedPlan {
  readonly reports: readonly PlannedReport[];
  readonly counts: Counts;
  readonly late: number;
  readonly refusals: readonly RowRefusal[];
}

/**
 * What the rows of a file report of a vehicle. A figure is known by its subject and day: the same again changes nothing, another one takes its place.
 *
 * Fails:  in `refusals`, every row with each of its reasons; two rows of a subject on one day are one of them.
 */
export function planReported(
  rows: readonly ReadRow[],
  known: KnownVehicle,
  reported: readonly ReportedFigure[],
): ReportedPlan {
  const { commitments } = known.ledger;
  const investorNamed = lookup(
    commitments.map(({ id, investorCode, investorName }) => ({ id, code: investorCode, name: investorName })),
  );
  const keyOf = ({ commitmentId, figure, date }: Pick<ReportedFigure, 'commitmentId' | 'figure' | 'date'>) =>
    `${commitmentId ?? ''} ${figure} ${date}`;
  const there = new Map(reportedUntil(reported, ever).map((one) => [keyOf(one), one.value]));
  const given = new Map<string, number>();
  const refusals: RowRefusal[] = [];
  const reports: PlannedReport[] = [];
  let changed = 0;
  let unchanged = 0;
  for (const row of rows) {
    const refuse = (field: string, reason: string) => void refusals.push({ row: row.row, field, reason });
    const word = textOf(row, 'investor');
    const commitmentId = word === null ? null : investorNamed(word)?.id;
    const date = calendarDate(textOf(row, 'date')!);
    const quarter = textOf(row, 'bookedPeriod');
    if (commitmentId === undefined) {
      refuse('investor', `'${word ?? ''}' has no commitment to the vehicle.`);
      continue;
    }
    const twin = given.get(`${commitmentId ?? ''} ${date}`);
    if (twin !== undefined) {
      refuse('date', `Row ${String(twin)} reports of that day already.`);
      continue;
    }
    given.set(`${commitmentId ?? ''} ${date}`, row.row);
    const told = reportedNames.flatMap((figure) => {
      const text = textOf(row, figure);
      return text === null ? [] : [{ commitmentId, figure, date, value: decimal(text) }];
    });
    if (told.length === 0) refuse('date', `The row has none of ${titles}.`);
    for (const one of told) {
      const before = there.get(keyOf(one));
      if (before?.eq(one.value)) {
        unchanged += 1;
        continue;
      }
      const isTheirs = replacesTransferred(one, reported);
      const booked = postReported(one, known.ledger, quarter === null ? null : calendarDate(quarter)).andThen((end) =>
        isTheirs.length > 0 ? err(isTheirs) : ok(end),
      );
      if (booked.isErr()) {
        const { error } = booked;
        refusals.push(
          ...refusalsOf(row.row, error).map((said) => ({
            ...said,
            field: said.field === 'value' ? one.figure : said.field,
          })),
        );
        continue;
      }
      if (before !== undefined) changed += 1;
      reports.push({ ...one, booked: booked.value, row: row.row, description: textOf(row, 'description') });
    }
  }
  return {
    reports,
    counts: { created: reports.length - changed, changed, unchanged, missing: 0 },
    late: reports.filter((one) => one.booked > quarterEnd(one.date)).length,
    refusals,
  };
}

const titles = Object.values(reportedFigures)
  .map(({ title }) => title)
  .join(', ');
