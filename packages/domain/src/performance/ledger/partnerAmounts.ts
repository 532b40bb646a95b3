import { type CalendarDate, type Decimal, decimal, spokenMoney, zero } from '@carrara/domain/kernel';
import type { InvestorCommitment } from './decideCommitment.ts';
import { isDistribution } from './distributionsAboveNav.ts';
import { effectOfShare } from './effect.ts';
import { entryTypeRule } from './entryType.ts';
import type { Posting } from './ledgerState.ts';
import { listedPartners, namesPartners } from './namedPartners.ts';

/** A single cost above this part of a commitment is unusual, even for a year of management fees and the formation of the fund. */
export const USUAL_PART = decimal('0.1');

/** True for costs that the partners bear, without reductions of them. */
export function isCost({ type }: Pick<Posting, 'type'>): boolean {
  const { nav, cash, vehicleCash, mirror } = entryTypeRule(type);
  return cash === 0 && mirror === undefined && vehicleCash !== 0 && nav < 0;
}

interface PartnerFacts {
  readonly commitments: readonly InvestorCommitment[];
  /** Returns the amounts of the commitments at the end of a day, by id. */
  readonly committedOn: (day: CalendarDate) => ReadonlyMap<string, Decimal>;
  readonly navOn: (commitmentId: string, day: CalendarDate) => Decimal | null;
}

/**
 * Returns warnings about the shares of an entry that names partners:
 *
 * - a cost above the partner's commitment, or above a tenth of it if the partner's net asset value is negative with it
 * - any other amount above the partner's commitment and above its net asset value
 *
 * Distributions, and the value of a transfer, have their own rules.
 */
export function partnerAmounts(posting: Posting, { commitments, committedOn, navOn }: PartnerFacts): readonly string[] {
  const { type, effective } = posting;
  if (!namesPartners(posting) || isDistribution(posting) || type === 'TRANSFER') return [];
  const committed = committedOn(effective);
  const names = new Map(commitments.map(({ id, investorName }) => [id, investorName]));
  const shares = posting.shares
    .filter(({ amount, isMirror }) => amount.gt(0) && !isMirror)
    .map((share) => ({
      share,
      text: `${names.get(share.commitmentId) ?? ''} ${spokenMoney(share.amount)}`,
      commitment: committed.get(share.commitmentId) ?? zero,
    }));
  const high = shares.filter(({ share, commitment }) => share.amount.gt(commitment));
  if (!isCost(posting)) {
    const partners = high.flatMap(({ share, text, commitment }) => {
      const nav = navOn(share.commitmentId, effective)?.minus(effectOfShare(posting, share).nav);
      return nav !== undefined && share.amount.gt(nav)
        ? [`${text} (commitment ${spokenMoney(commitment)}, net asset value ${spokenMoney(nav)})`]
        : [];
    });
    return partners.length === 0
      ? []
      : [`The amount is above a partner’s commitment and net asset value: ${listedPartners(partners)}.`];
  }
  const above = high.map(({ text, commitment }) => `${text} (commitment ${spokenMoney(commitment)})`);
  const negative = shares.flatMap(({ share, text, commitment }) => {
    if (share.amount.gt(commitment) || !share.amount.gt(commitment.times(USUAL_PART))) return [];
    const nav = navOn(share.commitmentId, effective);
    return nav?.lt(0) === true
      ? [`${text} (commitment ${spokenMoney(commitment)}, net asset value ${spokenMoney(nav)})`]
      : [];
  });
  return [
    ...(above.length === 0 ? [] : [`The cost is above a partner’s commitment: ${listedPartners(above)}.`]),
    ...(negative.length === 0
      ? []
      : [
          `The cost is above a tenth of a partner’s commitment and leaves its net asset value negative: ${listedPartners(negative)}.`,
        ]),
  ];
}
