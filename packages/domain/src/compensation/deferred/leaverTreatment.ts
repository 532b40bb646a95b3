import {
  calendarDate,
  type CalendarDate,
  compareDates,
  defineFormula,
  type Recorder,
  zero,
} from '../../kernel/index.ts';
import {
  type DeferredEntry,
  dueEntries,
  leaverEntries,
  type LeaverKind,
  type LeaverTreatment,
  type RollForward,
  rollForward,
  type Tranche,
} from './deferredAward.ts';
import { isReversed } from './ledger.ts';

/** A deferred award with its terms and entries. */
export interface LedgerOfAward {
  readonly tranches: readonly Tranche[];
  readonly entries: readonly DeferredEntry[];
}

const startOfTime = calendarDate('1900-01-01');

/** The initial treatment of each kind of leaver in a what-if. For actual leavers, a separate action records the treatment. */
export const defaultTreatment = { GOOD: 'CONTINUE', BAD: 'FORFEIT' } as const satisfies Record<
  LeaverKind,
  LeaverTreatment
>;

/**
 * Returns the awards of somebody who left, with later entries dated on the leaving day. The figures of that day then
 * include everything that was decided, vested and paid afterwards, and equal the ledger.
 */
export const settledByLeaving = (awards: readonly LedgerOfAward[], leavingDate: CalendarDate): LedgerOfAward[] =>
  awards.map(({ tranches, entries }) => ({
    tranches,
    entries: entries.map((entry) => (compareDates(entry.on, leavingDate) > 0 ? { ...entry, on: leavingDate } : entry)),
  }));

/**
 * Returns the treatment of the unvested part that the entries since a leaving record: some of it was forfeited, or vested before its day. Null if
 * nothing was forfeited or accelerated: either that isn't decided, or the awards continue.
 */
export function recordedTreatment(awards: readonly LedgerOfAward[], leavingDate: CalendarDate): LeaverTreatment | null {
  const isSettled = (kind: DeferredEntry['kind'], counts: (entry: DeferredEntry, tranche: Tranche) => boolean) =>
    awards.some(({ tranches, entries }) =>
      tranches.some((tranche, at) =>
        entries
          .filter((entry) => entry.kind === kind && entry.tranche === at + 1 && counts(entry, tranche))
          .reduce((sum, { amount }) => sum.add(amount), zero)
          .gt(0),
      ),
    );
  const since = ({ on }: DeferredEntry) => compareDates(on, leavingDate) >= 0;
  if (isSettled('FORFEIT', since)) return 'FORFEIT';
  const isEarly = (entry: DeferredEntry, { vestDate }: Tranche) => since(entry) && compareDates(entry.on, vestDate) < 0;
  return isSettled('VEST', isEarly) ? 'ACCELERATE' : null;
}

const enteredFormula = defineFormula({
  id: 'compensation.deferredByThen',
  text: 'the sum of the deferred award entries by that day, including those that leaving would add',
  inputs: { amount: 'money' },
  result: 'money',
  source: 'docs/calculations/deferred-award.md',
});
const entered = { granted: 'GRANT', paid: 'PAY', forfeited: 'FORFEIT' } as const;

/**
 * Computes the deferred awards of one currency as if their holder left on a date. The unvested part is forfeited, continues or vests on that date.
 *
 *     closing = granted - paid - forfeited: the amount paid after the date
 *
 * As for an actual leaver, everything due by the date is entered first. An award whose grant was reversed doesn't count. Without a treatment, only the
 * recorded entries count.
 *
 * Units:  entries of one currency.
 * Source: docs/calculations/deferred-award.md.
 */
export function projectLeaving(
  awards: readonly LedgerOfAward[],
  on: CalendarDate,
  explain?: Recorder,
  treatment: LeaverTreatment | null = 'FORFEIT',
): RollForward {
  const entries = awards.flatMap(({ tranches, entries: all }) => {
    const booked = all.filter((deferredEntry) => compareDates(deferredEntry.on, on) <= 0);
    if (booked.length === 0 || isReversed(booked)) return [];
    if (treatment === null) return booked;
    const due = [...booked, ...dueEntries(tranches, booked, on)];
    return [...due, ...leaverEntries(tranches, due, treatment, on)];
  });
  const rolled = rollForward(entries, startOfTime, on, explain);
  for (const [figure, kind] of Object.entries(entered)) {
    const amount = entries.filter((entry) => entry.kind === kind).map((entry) => entry.amount);
    explain?.record([figure], enteredFormula, { amount }, rolled[figure as keyof typeof entered]);
  }
  return rolled;
}
