import { type CalendarDate, type Decimal, type Group, groupBy, spokenMoney, zero } from '@carrara/domain/kernel';
import type { InvestorCommitment } from './decideCommitment.ts';
import { effectOfEntry, effectOfShare } from './effect.ts';
import { entryTypeRule } from './entryType.ts';
import type { EntryWarning } from './entryWarnings.ts';
import type { Posting } from './ledgerState.ts';
import { listedPartners, namedPartners, namesPartners } from './namedPartners.ts';
import { type NavFacts, navUntil, partnerNavUntil } from './netAssetValues.ts';

interface Posted<At> {
  readonly at: At;
  readonly posting: Posting;
}
interface DistributionFacts extends NavFacts {
  readonly commitments: readonly InvestorCommitment[];
}

/** Values of a partner by its administrator can differ from the ledger's by less than this factor. */
const FAR_ABOVE = 1.1;

export const isDistribution = ({ type }: Pick<Posting, 'type'>): boolean =>
  entryTypeRule(type).notice === 'DISTRIBUTION';

/**
 * Returns warnings about distributions that are above the fund's net asset value. Those of a day are added up, and the warning is at the first one.
 * Partners whose share is entered also have a warning if their distributions of the day are more than a tenth above their own net asset value.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/user/quarter-close.md.
 */
export function distributionsAboveNav<At>(
  postings: readonly Posted<At>[],
  facts: DistributionFacts,
): readonly EntryWarning<At>[] {
  const days = groupBy(
    postings.filter(({ posting }) => isDistribution(posting)),
    ({ posting }) => posting.effective,
  );
  if (days.size === 0) return [];
  const added = postings.map(({ posting }) => posting);
  const navOn = navUntil(added, facts);
  const ofFund = [...days].flatMap(([day, ofDay]): readonly EntryWarning<At>[] => {
    const after = navOn(day);
    if (after === null) return [];
    const total = sum(ofDay.map(({ posting }) => posting.amount));
    // Without the distributions themselves.
    const nav = after.minus(sum(ofDay.map(({ posting }) => effectOfEntry(posting).nav)));
    const text = `The distribution of ${spokenMoney(total)} is above the fund’s net asset value of ${spokenMoney(nav)}.`;
    return total.gt(0) && total.gt(nav) ? [{ at: ofDay[0].at, field: 'amount', text }] : [];
  });
  return [...ofFund, ...toPartners(days, added, facts)];
}

/** Returns a warning for each day with distributions to named partners that are far above their net asset values. */
function toPartners<At>(
  days: ReadonlyMap<CalendarDate, Group<Posted<At>>>,
  added: readonly Posting[],
  facts: DistributionFacts,
): readonly EntryWarning<At>[] {
  const named = namedPartners([...days.values()].flat().map(({ posting }) => posting));
  if (named.size === 0) return [];
  const navOn = partnerNavUntil(added, facts, named);
  return [...days].flatMap(([day, ofDay]): readonly EntryWarning<At>[] => {
    const first = ofDay.find(({ posting }) => namesPartners(posting));
    if (first === undefined) return [];
    const paid = groupBy(
      ofDay.flatMap(({ posting }) => posting.shares.map((share) => ({ posting, share }))),
      ({ share }) => share.commitmentId,
    );
    const partners = facts.commitments.flatMap(({ id, investorName }) => {
      const own = paid.get(id) ?? [];
      const after = own.some(({ posting }) => namesPartners(posting)) ? navOn(id, day) : null;
      if (after === null) return [];
      const total = sum(own.map(({ share }) => share.amount));
      const nav = after.minus(sum(own.map(({ posting, share }) => effectOfShare(posting, share).nav)));
      return total.gt(0) && total.gt(nav.times(FAR_ABOVE))
        ? [`${investorName} ${spokenMoney(total)} (net asset value ${spokenMoney(nav)})`]
        : [];
    });
    const text = `The distribution is far above a partner’s net asset value: ${listedPartners(partners)}.`;
    return partners.length === 0 ? [] : [{ at: first.at, field: 'amount', text }];
  });
}

const sum = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero);
