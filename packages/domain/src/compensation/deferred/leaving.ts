import { calendarDate, type CalendarDate, compareDates, type Recorder } from '../../kernel/index.ts';
import {
  type DeferredEntry,
  dueEntries,
  leaverEntries,
  type RollForward,
  rollForward,
  type Tranche,
} from './deferred.ts';
import { isTakenBack } from './ledger.ts';

/** A deferred award with its terms and what was entered of it. */
export interface LedgerOfAward {
  readonly tranches: readonly Tranche[];
  readonly entries: readonly DeferredEntry[];
}

const ever = calendarDate('1900-01-01');

/**
 * What deferred awards of one currency would come to, if their holder left on a day and what has not vested by then were forfeited.
 *
 *     closing = granted - paid - forfeited: what has vested by the day and is paid after it
 *
 * As when somebody leaves, first everything is entered that is due by the day. An award whose grant was taken back counts for nothing.
 *
 * Units:  entries of one currency.
 * Source: docs/calculations/deferred-award.md.
 */
export function ifLeaving(awards: readonly LedgerOfAward[], on: CalendarDate, explain?: Recorder): RollForward {
  const entries = awards.flatMap(({ tranches, entries: all }) => {
    const known = all.filter((one) => compareDates(one.on, on) <= 0);
    if (known.length === 0 || isTakenBack(known)) return [];
    const due = [...known, ...dueEntries(tranches, known, on)];
    return [...due, ...leaverEntries(tranches, due, 'FORFEIT', on)];
  });
  return rollForward(entries, ever, on, explain);
}
