import { type Decimal, zero } from '@carrara/domain/kernel';
import { eventAmount } from './commitment.ts';
import type { DecidedAct } from './decideAct.ts';
import type { InvestorCommitment } from './decideCommitment.ts';
import { paymentOfShare } from './effect.ts';
import type { LedgerEntry } from './entry.ts';

/** The changes that an act makes for an investor. */
export interface ActShare {
  readonly commitmentId: string;
  readonly investorName: string;
  /** The share in each entry, in their order; null if it has none. */
  readonly amounts: readonly (Decimal | null)[];
  readonly commitment: Decimal;
  readonly unfunded: Decimal;
  /** Positive if received. */
  readonly cash: Decimal;
}

/** Adds up what an act changes for its investors. */
export function totalOfShares(
  shares: readonly ActShare[],
): Pick<ActShare, 'commitment' | 'unfunded' | 'cash'> & { readonly amounts: readonly Decimal[] } {
  const total = (field: 'commitment' | 'unfunded' | 'cash') =>
    shares.reduce<Decimal>((sum, share) => sum.plus(share[field]), zero);
  const amounts = (shares[0]?.amounts ?? []).map((_, at) =>
    shares.reduce<Decimal>((sum, share) => sum.plus(share.amounts[at] ?? zero), zero),
  );
  return { amounts, commitment: total('commitment'), unfunded: total('unfunded'), cash: total('cash') };
}

/** Returns what an act posts for each investor. */
export function sharesOfAct(
  { events, entries }: Pick<DecidedAct, 'events' | 'entries'>,
  commitments: readonly InvestorCommitment[],
): readonly ActShare[] {
  const all = [...commitments, ...events.flatMap(({ newCommitment }) => newCommitment ?? [])];
  return all.flatMap(({ id, investorName }): ActShare[] => {
    const own = entries.map(({ entry }) => ({
      entry,
      shares: entry.shares.filter(({ commitmentId }) => commitmentId === id),
    }));
    const sum = (pick: (entry: LedgerEntry, share: LedgerEntry['shares'][number]) => Decimal) =>
      own.reduce<Decimal>(
        (total, { entry, shares }) => shares.reduce<Decimal>((part, share) => part.plus(pick(entry, share)), total),
        zero,
      );
    const changes = events.filter(({ event }) => event.commitmentId === id);
    const commitment = changes.reduce<Decimal>((total, { event }) => total.plus(eventAmount(event)), zero);
    if (changes.length === 0 && own.every(({ shares }) => shares.length === 0)) return [];
    return [
      {
        commitmentId: id,
        investorName,
        amounts: own.map(({ shares }) =>
          shares.length === 0 ? null : shares.reduce<Decimal>((total, { amount }) => total.plus(amount), zero),
        ),
        commitment,
        unfunded: commitment.plus(sum((_entry, share) => share.unfunded)),
        cash: sum(paymentOfShare),
      },
    ];
  });
}
