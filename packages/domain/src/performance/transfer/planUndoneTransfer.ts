import { type CalendarDate, err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { belowZero, lowestFrom, type Source, unfundedChanges } from '../ledger/index.ts';
import { ever } from '../period/index.ts';
import { type PlannedRow, reversalOf, takenBack, type TransferPlan } from './planTransfer.ts';
import { isOf, ownRows, type TransferLedger } from './transferLedger.ts';

/**
 * What makes the books of a vehicle what they would be without a transfer: what it brought is reversed in the quarter that shows it, what it had
 * reversed or taken back is entered again as it was.
 *
 * Fails: BUILT_UPON (a quarter that shows something of it was locked since, or what was entered since stands on it).
 */
export function planUndoneTransfer(
  ledger: TransferLedger,
  transferId: string,
  newId: () => string,
): Result<TransferPlan, Failures> {
  const own = isOf(transferId);
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
  const shown = [entries, events, reports].flatMap((kind) => [...kind.reversed, ...kind.restored]);
  const locked = shown.find(({ booked }) => ledger.locked.has(booked))?.booked;
  if (locked !== undefined)
    return err([builtUpon(`The quarter ${locked} was locked here since: open it again first.`)]);
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
      ...entries.reversed.map((entry) => plain(null, reversalOf(entry, entry.effective, entry.booked))),
      ...entries.restored.map(({ id, source: _source, ...facts }) => plain(id, { ...facts, reversalOf: null })),
    ],
    reports: [
      ...reports.reversed.map((report) => plain(null, takenBack(report, report.booked))),
      ...reports.restored.map(({ id, seq: _seq, source: _source, ...facts }) =>
        plain(id, { ...facts, reversalOf: null }),
      ),
    ],
  };
  return isStoodUpon(ledger, plan) ? err([builtUpon('Later entries depend on it. Reverse them first.')]) : ok(plan);
}

/** Whether what is left was entered here and calls more than is committed without the transfer. */
function isStoodUpon(ledger: TransferLedger, plan: TransferPlan): boolean {
  const after = {
    events: [...ledger.events, ...plan.events.map(({ id, posting }, seq) => ({ ...posting, id, seq }))],
    entries: [...ledger.entries, ...plan.entries.map(({ id, posting }) => ({ ...posting, id }))],
  };
  return ledger.commitments.some(({ id }) => {
    const own = ownRows(ledger, id, ever);
    const changes = unfundedChanges(after, id);
    const [first] = changes.map(({ date }) => date).sort();
    return (
      own.events.length + own.entries.length > 0 && first !== undefined && belowZero(lowestFrom(changes, first).balance)
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
 * What a transfer entered and still stands, to be shown no more from the quarter on that showed it first; and what it turned that was there before it,
 * to be shown again from the quarter on that shows that.
 */
function broughtBy<T extends Row>(all: readonly T[], isIts: (one: T) => boolean) {
  const turned = new Set(all.map(({ reversalOf: id }) => id));
  const its = all.filter(isIts);
  const turnedIn = new Map(its.map(({ reversalOf: id, booked }) => [id, booked]));
  // What was turned by a later transfer and entered again as that was undone has its place in the package still.
  const firstShown = (one: T) =>
    its.reduce(
      (first, { booked, source }) =>
        source?.row != null && source.row === one.source?.row && booked < first ? booked : first,
      one.booked,
    );
  return {
    reversed: its
      .filter(({ id, reversalOf: of }) => of === null && !turned.has(id))
      .map((one) => ({ ...one, booked: firstShown(one) })),
    restored: all.flatMap((one) => {
      const booked = turnedIn.get(one.id);
      return booked === undefined || isIts(one) ? [] : [{ ...one, booked }];
    }),
  };
}
