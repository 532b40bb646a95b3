import { isDetermined, type RunRows, type SourceLine } from '../run/index.ts';
import { allocate } from '../../kernel/apportionment/index.ts';
import { type CalendarDate, type Decimal, decimal, moneyText, sumOfMoney } from '../../kernel/index.ts';
import { type AccountEntry, type EscrowEntry, turn } from './accountEntry.ts';

export interface Posting<Origin = object> {
  readonly entries: readonly (AccountEntry & Origin)[];
  readonly escrow: readonly (EscrowEntry & Origin)[];
}

/** What a posting adds to the accounts and to the escrow. */
export const postingTotals = ({ entries, escrow }: Posting) => ({
  amount: sumOfMoney(entries.map(({ amount }) => moneyText(amount))),
  escrowHeld: sumOfMoney(escrow.map(({ amount }) => moneyText(amount))),
});

interface Occasion {
  readonly originId: string;
  readonly date: CalendarDate;
}

/** The ways by which the balance of a participant at a source came about, and what is on each. */
export type WaysOf = (participantId: string, sourceId: string) => readonly Way[];
interface Way {
  readonly via: readonly string[];
  readonly balance: Decimal;
}
const direct: WaysOf = () => [];

/**
 * A payment by balance uses a balance up on the ways by which it came about, each by what is on it: so an entity's account loses what its
 * members were paid of what was accrued through it, and is nothing when they were paid all of it.
 *
 * Source: decisions, 'Ledger'; calculations section 2.
 */
function overWays<E extends AccountEntry>(entry: E, ways: readonly Way[]): readonly E[] {
  const there = ways.filter(({ balance }) => balance.gt(0));
  const parts = there.length === 0 ? undefined : shares(entry.amount, there);
  if (parts === undefined) return [entry];
  const memo = entry.memo;
  const memos = memo && mapValues(memo, (amount) => shares(amount, there)!);
  return parts.flatMap((amount, at) => {
    const own = memos && mapValues(memos, (all) => all[at]!);
    if (amount.isZero() && (!own || Object.values(own).every((part) => part.isZero()))) return [];
    return [{ ...entry, via: there[at]!.via, amount, ...(own ? { memo: own } : {}) }];
  });
}

const shares = (amount: Decimal, ways: readonly Way[]) =>
  allocate(
    amount,
    ways.map(({ balance }) => balance),
  ).unwrapOr(undefined);

const mapValues = <K extends string, A, B>(record: Readonly<Record<K, A>>, map: (value: A) => B): Record<K, B> =>
  Object.fromEntries(Object.entries<A>(record).map(([key, value]) => [key, map(value)])) as Record<K, B>;

/**
 * The entries of a disbursed distribution: for each person and trust, on each way, - gross on the account, with what was taken as a
 * memo, and + escrow in the sub-ledger; each with the row that it comes from.
 *
 * A reversal, whose figures have their signs turned, undoes them by the same rule. Rows without any figure make no entry. Of a run by balance,
 * whose rows are direct, `waysOf` says on which ways the balances are, of its reversal on which ways they were taken.
 *
 * Source: calculations section 6.
 */
export function postDistribution(
  { sources }: Pick<RunRows, 'sources'>,
  occasion: Occasion,
  waysOf: WaysOf = direct,
): Posting<{ readonly detailId: string }> {
  const entries: (AccountEntry & { readonly detailId: string })[] = [];
  const escrowEntries: (EscrowEntry & { readonly detailId: string })[] = [];
  for (const source of sources) {
    if (!isDetermined(source)) throw new Error('a distribution that is paid is determined');
    const { sourceId, details } = source;
    for (const { id: detailId, isLeaf, participantId, path: via, ...texts } of details) {
      if (!isLeaf) continue;
      const [gross, net] = [decimal(texts.gross), decimal(texts.net)];
      const taken = {
        tax: decimal(texts.tax),
        loanRepayment: decimal(texts.loanRepayment),
        otherAdjustment: decimal(texts.otherAdjustment),
        escrow: decimal(texts.escrow),
      };
      const account = { ...occasion, participantId, sourceId, via, detailId };
      if ([gross, ...Object.values(taken)].some((amount) => !amount.isZero())) {
        const entry = { ...account, kind: 'distribution' as const, amount: turn(gross), memo: { ...taken, net } };
        entries.push(...overWays(entry, waysOf(participantId, sourceId)));
      }
      if (!taken.escrow.isZero()) escrowEntries.push({ ...account, kind: 'held', amount: taken.escrow });
    }
  }
  return { entries, escrow: escrowEntries };
}

/**
 * The entries of a realization: for each person and trust, on each way, + the carry, on the day of its source, with the row that it comes from.
 * A reversal, whose figures have their signs turned, undoes them by the same rule. A row without any carry makes no entry.
 *
 * Source: calculations section 6.
 */
export function accrualsOf(
  { sources }: AccruedRows,
  originId: string,
): Posting<{ readonly detailId: string; readonly sourceRowId: string }> {
  const entries = sources.flatMap((source) => {
    if (!isDetermined(source)) throw new Error('a realization that is posted is determined');
    const { id: sourceRowId, sourceId, realizationDate, details } = source;
    return details.flatMap(({ id: detailId, isLeaf, participantId, path: via, gross }) => {
      const amount = decimal(gross);
      if (!isLeaf || amount.isZero()) return [];
      const date = realizationDate as CalendarDate;
      return [
        { originId, date, participantId, sourceId, via, kind: 'accrual' as const, amount, detailId, sourceRowId },
      ];
    });
  });
  return { entries, escrow: [] };
}

/** As far as a realization's rows say what is accrued, and when. */
interface AccruedRows {
  readonly sources: readonly (SourceLine & { readonly realizationDate: string })[];
}
