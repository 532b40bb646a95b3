import { isDetermined, type RunRows, type SourceLine } from '../run/index.ts';
import { type CalendarDate, decimal, moneyText, sumOfMoney } from '../../kernel/index.ts';
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

/**
 * The entries of a disbursed distribution: for each person and trust, on each way, - gross on the account, with what was taken as a
 * memo, and + escrow in the sub-ledger; each with the row that it comes from.
 *
 * A reversal, whose figures have their signs turned, undoes them by the same rule. Rows without any figure make no entry.
 *
 * Source: calculations section 6.
 */
export function postDistribution(
  { sources }: Pick<RunRows, 'sources'>,
  occasion: Occasion,
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
        entries.push({ ...account, kind: 'distribution', amount: turn(gross), memo: { ...taken, net } });
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
