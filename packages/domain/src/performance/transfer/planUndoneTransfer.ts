import { type CalendarDate, displayedDate, err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { isBelowZero, lowestFrom, type Source, unfundedChanges, endOfTime } from '../ledger/index.ts';
import { type PlannedRow, reverseEntry, reverseReported, type TransferPlan } from './planTransfer.ts';
import { isOfTransfer, ownRows, type TransferLedger } from './transferLedger.ts';

/**
 * Plans the undo of a transfer. Its rows are reversed in the quarter that shows them, and the rows that it had reversed or withdrawn are restored.
 *
 * Fails: BUILT_UPON (a quarter that shows one of its rows or its statement has been locked since, or later entries depend on it).
 */
export function planUndoneTransfer(
  ledger: TransferLedger,
  transferId: string,
  newId: () => string,
): Result<TransferPlan, Failures> {
  const own = isOfTransfer(transferId);
  const plain = <T>(restores: string | null, posting: T): PlannedRow<T> => ({
    id: newId(),
    originId: null,
    row: null,
    restores,
    posting,
  });
  const entries = broughtBy(ledger.entries, own);
  const events = broughtBy(ledger.events, own);
  const reports = broughtBy(ledger.reported, own);
  const moved = [entries, events, reports].flatMap((kind) => [...kind.reversed, ...kind.restored]);
  const stated = (ledger.statements ?? []).filter((statement) => statement.transferId === transferId);
  const ends = [...moved.map(({ booked }) => booked), ...stated.map(({ end }) => end)];
  const locked = ends.find((end) => ledger.locked.has(end));
  if (locked !== undefined)
    return err([builtUpon(`The quarter ending ${displayedDate(locked)} has been locked since. Reopen it first.`)]);
  const plan: TransferPlan = {
    events: [
      ...events.reversed.map(({ id, seq: _seq, source: _source, ...facts }) =>
        plain(null, { ...facts, amount: facts.amount.negated(), reversalOf: id }),
      ),
      ...events.restored.map(({ id, seq: _seq, source: _source, ...facts }) =>
        plain(id, { ...facts, reversalOf: null }),
      ),
    ],
    entries: [
      ...entries.reversed.map((entry) => plain(null, reverseEntry(entry, entry.effective, entry.booked))),
      ...entries.restored.map(({ id, source: _source, ...facts }) => plain(id, { ...facts, reversalOf: null })),
    ],
    reports: [
      ...reports.reversed.map((report) => plain(null, reverseReported(report, report.booked))),
      ...reports.restored.map(({ id, seq: _seq, source: _source, ...facts }) =>
        plain(id, { ...facts, reversalOf: null }),
      ),
    ],
  };
  return isBuiltUpon(ledger, plan) ? err([builtUpon('Later entries depend on it. Reverse them first.')]) : ok(plan);
}

/** Returns true if the remaining entries would call more than is committed without the transfer. */
function isBuiltUpon(ledger: TransferLedger, plan: TransferPlan): boolean {
  const after = {
    events: [...ledger.events, ...plan.events.map(({ id, posting }, seq) => ({ ...posting, id, seq }))],
    entries: [...ledger.entries, ...plan.entries.map(({ id, posting }) => ({ ...posting, id }))],
  };
  return ledger.commitments.some(({ id }) => {
    const own = ownRows(ledger, id, endOfTime);
    const changes = unfundedChanges(after, id);
    const [first] = changes.map(({ date }) => date).sort();
    return (
      own.events.length + own.entries.length > 0 &&
      first !== undefined &&
      isBelowZero(lowestFrom(changes, first).balance)
    );
  });
}

const builtUpon = (text: string) => fail('BUILT_UPON', ['id'], text);

interface Row {
  readonly id: string;
  readonly booked: CalendarDate;
  readonly reversalOf: string | null;
  readonly source: Source | null;
}

/**
 * Returns the transfer's active rows, to remove from the first quarter that showed them. It also returns the earlier
 * rows that it reversed, to show again from the quarter of that reversal.
 */
function broughtBy<T extends Row>(all: readonly T[], isIts: (item: T) => boolean) {
  const turned = new Set(all.map(({ reversalOf: id }) => id));
  const its = all.filter(isIts);
  const turnedIn = new Map(its.map(({ reversalOf: id, booked }) => [id, booked]));
  // A row that a later transfer reversed, and that was restored when that transfer was undone, still has its row number in the package.
  const firstVisible = (item: T) =>
    its.reduce(
      (first, { booked, source }) =>
        source?.row != null && source.row === item.source?.row && booked < first ? booked : first,
      item.booked,
    );
  return {
    reversed: its
      .filter(({ id, reversalOf: reversedId }) => reversedId === null && !turned.has(id))
      .map((row) => ({ ...row, booked: firstVisible(row) })),
    restored: all.flatMap((row) => {
      const booked = turnedIn.get(row.id);
      return booked === undefined || isIts(row) ? [] : [{ ...row, booked }];
    }),
  };
}
