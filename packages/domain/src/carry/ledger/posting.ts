import { isDetermined, type RunRows, type SourceLine } from '../run/index.ts';
import { allocate } from '../../kernel/apportionment/index.ts';
import { type CalendarDate, type Decimal, decimal, moneyText, required, sumOfMoney, zip } from '../../kernel/index.ts';
import { type AccountEntry, type EscrowEntry, negateAmount } from './accountEntry.ts';

export interface Posting<Origin = object> {
  readonly entries: readonly (AccountEntry & Origin)[];
  readonly escrow: readonly (EscrowEntry & Origin)[];
}

/** Returns the totals that a posting adds to the accounts and to the escrow. */
export const postingTotals = ({ entries, escrow }: Posting) => ({
  amount: sumOfMoney(entries.map(({ amount }) => moneyText(amount))),
  escrowAmount: sumOfMoney(escrow.map(({ amount }) => moneyText(amount))),
});

interface Occasion {
  readonly originId: string;
  readonly date: CalendarDate;
}

/** Returns the paths that make up a participant's balance at a source, with the balance on each. */
export type FindPaths = (participantId: string, sourceId: string) => readonly Path[];
interface Path {
  readonly via: readonly string[];
  readonly balance: Decimal;
}
const direct: FindPaths = () => [];

/**
 * Splits a payment by balance over the paths that make up the balance, in proportion to the balance on each. This reduces an entity's account by what
 * its members were paid from carry accrued through it; paying all of it brings the account to zero.
 *
 * Source: decision 0015; docs/calculations/allocation.md.
 */
function overPaths<E extends AccountEntry>(entry: E, paths: readonly Path[]): readonly E[] {
  const there = paths.filter(({ balance }) => balance.gt(0));
  const parts = there.length === 0 ? undefined : shares(entry.amount, there);
  if (parts === undefined) return [entry];
  const memo = entry.memo;
  const memos = memo && mapValues(memo, (amount) => required(shares(amount, there), 'the parts of a memo'));
  return zip(there, parts).flatMap(([{ via }, amount], at) => {
    const own = memos && mapValues(memos, (all) => required(all[at], 'the part of a memo on a path'));
    if (amount.isZero() && (!own || Object.values(own).every((part) => part.isZero()))) return [];
    return [{ ...entry, via, amount, ...(own ? { memo: own } : {}) }];
  });
}

const shares = (amount: Decimal, paths: readonly Path[]) =>
  allocate(
    amount,
    paths.map(({ balance }) => balance),
  ).unwrapOr(undefined);

const mapValues = <K extends string, A, B>(record: Readonly<Record<K, A>>, map: (value: A) => B): Record<K, B> =>
  Object.fromEntries(Object.entries<A>(record).map(([key, value]) => [key, map(value)])) as Record<K, B>;

/**
 * Returns the entries of a disbursed distribution. Each person and trust gets, on each path, - gross on the account with the deductions as a memo,
 * and + escrow in the sub-ledger. Each entry refers to its row.
 *
 * A reversal has figures with opposite signs, so the same rule undoes them. Rows without any figure post nothing. Rows of a run by balance are
 * direct, so `pathsOf` returns the paths of the balances. For a reversal, it returns the paths that were used.
 *
 * Source: docs/calculations/account-entries.md.
 */
export function postDistribution(
  { sources }: Pick<RunRows, 'sources'>,
  occasion: Occasion,
  pathsOf: FindPaths = direct,
): Posting<{ readonly detailId: string }> {
  const entries: (AccountEntry & { readonly detailId: string })[] = [];
  const escrowEntries: (EscrowEntry & { readonly detailId: string })[] = [];
  for (const source of sources) {
    if (!isDetermined(source)) throw new Error('a paid distribution must be determined');
    const { sourceId, details } = source;
    for (const { id: detailId, isLeaf, participantId, path: via, ...texts } of details) {
      if (!isLeaf) continue;
      const [gross, net] = [decimal(texts.gross), decimal(texts.net)];
      const deductions = {
        tax: decimal(texts.tax),
        loanRepayment: decimal(texts.loanRepayment),
        otherAdjustment: decimal(texts.otherAdjustment),
        escrow: decimal(texts.escrow),
      };
      const account = { ...occasion, participantId, sourceId, via, detailId };
      if ([gross, ...Object.values(deductions)].some((amount) => !amount.isZero())) {
        const entry = {
          ...account,
          kind: 'distribution' as const,
          amount: negateAmount(gross),
          memo: { ...deductions, net },
        };
        entries.push(...overPaths(entry, pathsOf(participantId, sourceId)));
      }
      if (!deductions.escrow.isZero()) escrowEntries.push({ ...account, kind: 'withheld', amount: deductions.escrow });
    }
  }
  return { entries, escrow: escrowEntries };
}

/**
 * Returns the entries of a realization. Each person and trust gets, on each path, + the carry on the date of its source. Each entry refers to its
 * row. A reversal has figures with opposite signs, so the same rule undoes them. Rows without carry post nothing.
 *
 * Source: docs/calculations/account-entries.md.
 */
export function computeAccruals(
  { sources }: AccruedRows,
  originId: string,
): Posting<{ readonly detailId: string; readonly sourceRowId: string }> {
  const entries = sources.flatMap((source) => {
    if (!isDetermined(source)) throw new Error('a posted realization must be determined');
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

/** The parts of a realization's rows that determine the accrual and its date. */
interface AccruedRows {
  readonly sources: readonly (SourceLine & { readonly realizationDate: string })[];
}
