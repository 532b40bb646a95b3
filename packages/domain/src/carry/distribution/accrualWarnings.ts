import { type Decimal, decimal, moneyText, spokenMoney, zero } from '../../kernel/index.ts';
import { type CarryBalance, type DetailLine, type SourceLine, type Warning, warn } from '../run/index.ts';

/** As many payees are named; the others are counted. */
const MOST_NAMED = 3;

/** A source with what a run pays of it, by person and trust. */
export type PayingSource = Pick<SourceLine, 'sourceId' | 'gross'> & {
  readonly details: readonly Pick<DetailLine, 'participantId' | 'isLeaf' | 'gross'>[];
};

/**
 * Warns of each source at which a run pays more than was accrued: to a participant, or in all. It names the source, who is paid too much, and how much.
 *
 *     too much for a participant = gross - max(0, carry balance), where above 0
 *     too much at the source = the larger of the sum of these and (gross of all - max(0, sum of all balances))
 *
 * By carry balance all that is positive is paid, whatever others owe: there only the first part counts.
 *
 * Balances are those of the day of the run, over all ways; a participant without any accrual has none. A run that pays no more, and a reversal, has
 * no warning.
 *
 * Units:  money in major units.
 * Source: calculations section 6; decision 0005.
 * Fails:  as warnings PAID_ABOVE_ACCRUED.
 */
export function accrualWarnings(
  sources: readonly PayingSource[],
  balances: ReadonlyMap<string, readonly CarryBalance[]>,
  { isByBalance }: { readonly isByBalance: boolean },
): readonly Warning[] {
  return sources.flatMap((source, i) => {
    const { sourceId, gross: paid } = source;
    if (paid === null) return [];
    const accounts = balances.get(sourceId) ?? [];
    const above = paidAbove(source, accounts);
    const gross = decimal(paid);
    const accrued = accounts.reduce((sum, { balance }) => sum.plus(balance), zero);
    const beyond = gross.minus(max(zero, accrued));
    const excess = max(
      above.reduce((sum, { amount }) => sum.plus(amount), zero),
      isByBalance ? zero : beyond,
    );
    if (!excess.gt(0)) return [];
    const text = accounts.some(({ isDetermined: begun }) => begun)
      ? excess.eq(beyond)
        ? `${sourceId} pays ${spokenMoney(gross)}, and the balance accrued there is ${spokenMoney(accrued)}: ${spokenMoney(excess)} too much${namesOf(above)}.`
        : `${sourceId} pays participants more than was accrued for them there: ${spokenMoney(excess)} too much in all${namesOf(above)}.`
      : `Nothing has been accrued at ${sourceId}, which pays ${spokenMoney(gross)}${namesOf(above)}.`;
    return [warn('PAID_ABOVE_ACCRUED', ['sources', i, 'accrued'], text, moneyText(excess))];
  });
}

interface Above {
  readonly participantId: string;
  readonly amount: Decimal;
}

/** Who is paid more than the own balance, the largest amount first; of equal ones always in the same order, however the rows were read. */
function paidAbove({ details }: Pick<PayingSource, 'details'>, accounts: readonly CarryBalance[]): readonly Above[] {
  const paid = new Map<string, Decimal>();
  for (const { participantId, isLeaf, gross } of details)
    if (isLeaf) paid.set(participantId, (paid.get(participantId) ?? zero).plus(decimal(gross)));
  const balanceOf = new Map(accounts.map(({ participantId, balance }) => [participantId, balance]));
  return [...paid]
    .map(([participantId, gross]) => ({
      participantId,
      amount: gross.minus(max(zero, balanceOf.get(participantId) ?? zero)),
    }))
    .filter(({ amount }) => amount.gt(0))
    .toSorted(
      (one, other) => other.amount.comparedTo(one.amount) || (one.participantId < other.participantId ? -1 : 1),
    );
}

function namesOf(above: readonly Above[]): string {
  if (above.length === 0) return '';
  const named = above
    .slice(0, MOST_NAMED)
    .map(({ participantId, amount }) => `${participantId} ${spokenMoney(amount)}`);
  const others = above.length - named.length;
  return ` (${[...named, ...(others > 0 ? [`and ${String(others)} more`] : [])].join(', ')})`;
}

const max = (one: Decimal, other: Decimal): Decimal => (one.gt(other) ? one : other);
