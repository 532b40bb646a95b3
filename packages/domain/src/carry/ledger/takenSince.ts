import { compareDates, type Decimal, type Failures, fail, zero } from '../../kernel/index.ts';
import { type AccountEntry, type EscrowEntry, paidKinds, turn } from './accountEntry.ts';
import type { Posting } from './posting.ts';

/** What the accounts that a posting reaches have entered by now. */
export interface Ledger {
  readonly entries: readonly AccountEntry[];
  readonly escrow: readonly EscrowEntry[];
}

/**
 * What stands against undoing a run: of what it held or paid, something was released or clawed back since, so that without it more would have
 * left an account than ever came. What came later is reversed first.
 *
 * Source: calculations section 6.
 * Fails:  TAKEN_SINCE, once for each participant and source.
 */
export function takenSince(posting: Posting<object>, { entries, escrow }: Ledger): Failures {
  const held = belowZero(escrow, posting.escrow);
  const all = [...entries, ...posting.entries];
  const isClawedBack = new Set(all.filter(({ kind }) => kind === 'clawback').map(accountOf));
  const paid = belowZero(paidOf({ entries, escrow }), paidOf(posting));
  return [
    ...held.map((account) => refused(account, 'has been released, or applied to a clawback,')),
    ...paid
      .filter((account) => isClawedBack.has(accountOf(account)) && !held.some((one) => isSame(one, account)))
      .map((account) => refused(account, 'that was paid has been clawed back')),
  ];
}

type Move = Pick<EscrowEntry, 'participantId' | 'sourceId' | 'date' | 'amount'>;

const accountOf = ({ participantId, sourceId }: Pick<Move, 'participantId' | 'sourceId'>) =>
  `${participantId} ${sourceId}`;
const isSame = (a: Move, b: Move) => accountOf(a) === accountOf(b);

function refused({ participantId, sourceId }: Move, what: string): Failures[number] {
  const text = `Of ${participantId} at ${sourceId}, something ${what} since: reverse that first.`;
  return fail('TAKEN_SINCE', [], text);
}

/** What was paid, above zero, and what was clawed back of it or of its escrow. */
function paidOf({ entries, escrow }: Ledger): readonly Move[] {
  const paid = entries.flatMap((entry) =>
    paidKinds.has(entry.kind) ? [entry.kind === 'clawback' ? entry : { ...entry, amount: turn(entry.amount) }] : [],
  );
  return [...paid, ...escrow.filter(({ kind }) => kind === 'appliedToClawback')];
}

/** A move of each account that what is new takes below zero at the end of some day. */
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
