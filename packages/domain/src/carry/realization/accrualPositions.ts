import { decimal, defineFormula, moneyText } from '../../kernel/index.ts';
import { type CarryBalance, isDetermined } from '../run/index.ts';
import type { AccrualRows } from './realizationRows.ts';

/** What somebody has at a source before a realization, what it accrues, and what is there after it. */
export interface AccrualPosition {
  readonly participantId: string;
  /** Null while it is not determined: nothing was accrued or opened by the source's day. */
  readonly before: string | null;
  /** Null, as what comes after it, where the source is not determined. */
  readonly accrued: string | null;
  readonly after: string | null;
}

export const balanceAfterFormula = defineFormula({
  id: 'realization.balanceAfter',
  text: 'balance after = balance before + accrued',
  inputs: { before: 'money', accrued: 'money' },
  result: 'money',
  source: 'calculations 6',
});

/**
 * Where everybody stands at a source whose carry is realized: the entries dated by its day, without those of this realization, and what it adds.
 *
 *     after = before + accrued; determined where something was accrued or opened before, or is accrued now
 *
 * Units:  major currency units.
 * Source: calculations section 6, 'Account entries'.
 */
export function accrualPositions(
  source: AccrualRows['sources'][number],
  balances: readonly CarryBalance[],
): readonly AccrualPosition[] {
  const accrued = new Map<string, string>();
  for (const { participantId, isLeaf, gross } of source.details) {
    if (isLeaf) accrued.set(participantId, moneyText(decimal(accrued.get(participantId) ?? '0').plus(gross)));
  }
  const known = new Map(balances.map((balance) => [balance.participantId, balance]));
  const everybody = new Set([...accrued.keys(), ...known.keys()]);
  return [...everybody].map((participantId) => {
    const before = known.get(participantId);
    const added = isDetermined(source) ? (accrued.get(participantId) ?? '0.00') : null;
    const begins = before?.isDetermined === true || (added !== null && !decimal(added).isZero());
    return {
      participantId,
      before: before?.isDetermined === true ? moneyText(before.balance) : null,
      accrued: added,
      after: added !== null && begins ? moneyText(decimal(added).plus(before?.balance ?? '0')) : null,
    };
  });
}
