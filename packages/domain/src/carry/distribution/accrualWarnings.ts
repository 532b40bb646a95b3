import { add, centsOfText, subtract, sumWhole, type Whole, toWhole } from '../../kernel/cents/index.ts';
import { type Decimal, decimal, fromCents, moneyText, spokenMoney, toCents, zero } from '../../kernel/index.ts';
import { type CarryBalance, type DetailLine, type SourceLine, type Warning, createWarning } from '../run/index.ts';

/** Names at most this many payees; the rest are counted. */
const MOST_NAMED = 3;

/** A source with the amounts that a run pays from it, by person and trust. */
export type PayingSource = Pick<SourceLine, 'sourceId' | 'gross'> & {
  readonly details: readonly Pick<DetailLine, 'participantId' | 'isLeaf' | 'gross'>[];
};

/**
 * Warns about each source where a run pays more than was accrued, either to a participant or in total. The warning names the source, the overpaid
 * participants and the excess.
 *
 *     too much for a participant = gross - max(0, carry balance), where above 0
 *     too much at the source = the larger of the sum of these and (gross of all - max(0, sum of all balances))
 *
 * A run by carry balance pays every positive balance even if others have negative ones, so only the first part counts there. Balances are as of the
 * run's date and combine all paths to the source. A participant without any accrual has none. Runs that pay no excess, and reversals, get no warning.
 *
 * Units:  money in major units.
 * Source: docs/calculations/account-entries.md; decision 0005.
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
    const excess = max(moneyOf(sumWhole(above.map(({ cents }) => cents))), isByBalance ? zero : beyond);
    if (!excess.gt(0)) return [];
    const text = accounts.some(({ isDetermined: begun }) => begun)
      ? excess.eq(beyond)
        ? `${sourceId} pays ${spokenMoney(gross)}, but the balance accrued there is ${spokenMoney(accrued)}. That is ${spokenMoney(excess)} too much${namesOf(above)}.`
        : `${sourceId} pays participants more than was accrued for them there, by ${spokenMoney(excess)} in total${namesOf(above)}.`
      : `Nothing has been accrued at ${sourceId}, but it pays ${spokenMoney(gross)}${namesOf(above)}.`;
    return [createWarning('PAID_ABOVE_ACCRUED', ['sources', i, 'accrued'], text, moneyText(excess))];
  });
}

interface Above {
  readonly participantId: string;
  readonly cents: Whole;
}

const moneyOf = (cents: Whole): Decimal => fromCents(BigInt(cents));

/**
 * Returns the participants who are paid more than their balance, largest excess first. Ties sort in a fixed order that doesn't depend on how the rows
 * were read.
 */
function paidAbove({ details }: Pick<PayingSource, 'details'>, accounts: readonly CarryBalance[]): readonly Above[] {
  const paid = new Map<string, Whole>();
  for (const { participantId, isLeaf, gross } of details)
    if (isLeaf) paid.set(participantId, add(paid.get(participantId) ?? 0, centsOfText(gross)));
  const balanceOf = new Map(accounts.map(({ participantId, balance }) => [participantId, balance]));
  return [...paid]
    .map(([participantId, gross]) => {
      const balance = balanceOf.get(participantId);
      return { participantId, cents: balance?.gt(0) ? subtract(gross, toWhole(toCents(balance))) : gross };
    })
    .filter(({ cents }) => cents > 0)
    .toSorted((first, other) => {
      if (first.cents !== other.cents) return first.cents > other.cents ? -1 : 1;
      return first.participantId < other.participantId ? -1 : 1;
    });
}

function namesOf(above: readonly Above[]): string {
  if (above.length === 0) return '';
  const named = above
    .slice(0, MOST_NAMED)
    .map(({ participantId, cents }) => `${participantId} ${spokenMoney(moneyOf(cents))}`);
  const others = above.length - named.length;
  return ` (${[...named, ...(others > 0 ? [`and ${String(others)} more`] : [])].join(', ')})`;
}

const max = (first: Decimal, other: Decimal): Decimal => (first.gt(other) ? first : other);
