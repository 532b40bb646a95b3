import { compareDates, type Decimal, type Failures, fail, zero } from '../../kernel/index.ts';
import { type AccountEntry, type EscrowEntry, paidKinds, negateAmount } from './accountEntry.ts';
import type { Posting } from './posting.ts';

/** The current entries of the accounts that a posting affects. */
export interface Ledger {
  readonly entries: readonly (AccountEntry & OfLedgerRun)[];
  readonly escrow: readonly (EscrowEntry & OfLedgerRun)[];
}

interface OfLedgerRun {
  /** The ledger run that posted the entry, unless that run is a reversal or was reversed. */
  readonly reversibleRunId?: string;
}

/**
 * Returns the reasons why a run can't be reversed. If part of the amount it held or paid has since been released or clawed back, a reversal would
 * leave the account below zero. The later runs must be reversed first. The failure names the ledger runs to reverse if they are known, latest first.
 *
 * Source: docs/calculations/account-entries.md.
 * Fails:  USED_SINCE, once for all accounts.
 */
export function conflictsSince(posting: Posting<object>, { entries, escrow }: Ledger): Failures {
  const released = belowZero(escrow, posting.escrow);
  const all = [...entries, ...posting.entries];
  const isClawedBack = new Set(all.filter(({ kind }) => kind === 'clawback').map(accountOf));
  const [paidSoFar, unpaid] = [paidOf({ entries, escrow }), paidOf(posting)];
  const paid = belowZero(paidSoFar, unpaid).filter(
    (account) => isClawedBack.has(accountOf(account)) && !released.some((move) => isSame(move, account)),
  );
  const accounts = [...released, ...paid];
  const [first] = accounts;
  if (!first) return [];
  const reasons = [
    ...(released.length > 0 ? ['escrow has been released or applied to a clawback'] : []),
    ...(paid.length > 0 ? ['carry has been clawed back'] : []),
  ].join(', and ');
  const where =
    accounts.length === 1
      ? `for ${first.participantId} at ${first.sourceId}`
      : `in ${String(accounts.length)} accounts`;
  const runs = new Set([
    ...released.flatMap((account) => takersOf(account, escrow, posting.escrow)),
    ...paid.flatMap((account) => takersOf(account, paidSoFar, unpaid)),
  ]);
  const names = [...runs].join(', ');
  const undone = runs.size === 0 ? 'that' : runs.size === 1 ? `ledger run ${names}` : `ledger runs ${names}`;
  return [fail('USED_SINCE', [], `Since then, ${reasons} ${where}. Reverse ${undone} first.`)];
}

/** Returns the runs that took from an account and block the reversal, latest first. */
function takersOf(account: Move, before: readonly Move[], added: readonly Move[]): readonly string[] {
  const own = before.filter((move) => isSame(move, account));
  const undo = added.filter((move) => isSame(move, account));
  const takers = own
    .flatMap(({ amount, date, reversibleRunId }) =>
      reversibleRunId !== undefined && amount.lt(0) ? [{ date, reversibleRunId }] : [],
    )
    .toSorted((taker, other) => compareDates(other.date, taker.date));
  const runs = new Set<string>();
  for (const { reversibleRunId } of takers) {
    const remaining = own.filter((move) => !runs.has(move.reversibleRunId ?? ''));
    if (belowZero(remaining, undo).length === 0) break;
    runs.add(reversibleRunId);
  }
  return [...runs];
}

type Move = Pick<EscrowEntry, 'participantId' | 'sourceId' | 'date' | 'amount'> & OfLedgerRun;

const accountOf = ({ participantId, sourceId }: Pick<Move, 'participantId' | 'sourceId'>) =>
  `${participantId} ${sourceId}`;
const isSame = (a: Move, b: Move) => accountOf(a) === accountOf(b);

/** Returns payments as positive moves, and clawbacks from the account or its escrow as negative ones. */
function paidOf({ entries, escrow }: Ledger): readonly Move[] {
  const paid = entries.flatMap((entry) =>
    paidKinds.has(entry.kind)
      ? [entry.kind === 'clawback' ? entry : { ...entry, amount: negateAmount(entry.amount) }]
      : [],
  );
  return [...paid, ...escrow.filter(({ kind }) => kind === 'appliedToClawback')];
}

/** Returns one move for each account that the added moves bring below zero at the end of some day. */
function belowZero(before: readonly Move[], added: readonly Move[]): readonly Move[] {
  const reached = new Map<string, Move>();
  for (const move of added) if (move.amount.lt(0) && !reached.has(accountOf(move))) reached.set(accountOf(move), move);
  return [...reached.values()].filter((account) => {
    const moves = [...before, ...added].filter((move) => isSame(move, account));
    const days = [...new Set(moves.map(({ date }) => date))].filter((day) => compareDates(day, account.date) >= 0);
    const on = (day: string): Decimal =>
      moves.filter(({ date }) => date <= day).reduce((sum, { amount }) => sum.plus(amount), zero);
    return days.some((day) => on(day).lt(0));
  });
}
