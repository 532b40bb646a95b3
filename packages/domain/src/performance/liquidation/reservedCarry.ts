import { Decimal, groupBy, type Group, zero } from '../../kernel/index.ts';
import { cashAndCarry, matchEarnedCarry, measuredEntries, withoutReversed } from '../ledger/index.ts';
import type { LiquidationBook, LiquidationEntry } from './liquidationBook.ts';
import type { LiquidationFlow } from './liquidationFlow.ts';

/**
 * Returns the carry that distributions of proceeds earned and that the partner hasn't paid yet: as flows to the GP, because the cash is set aside for it.
 * Deal by deal, payments are matched within each investment.
 *
 * Source: docs/calculations/waterfall.md.
 */
export function reservedCarry(
  { partners, events, entries, holdings }: Pick<LiquidationBook, 'partners' | 'events' | 'entries' | 'holdings'>,
  isByDeal: boolean,
): readonly LiquidationFlow[] {
  if (!entries.some(({ type }) => type === 'CARRY-EARNED')) return [];
  const investments = new Map(holdings.map(({ id, investmentId }) => [id, investmentId]));
  const investors = new Map(partners.map(({ id, investorId }) => [id, investorId]));
  const ledger = { commitments: partners, events, entries: withoutReversed(entries), transfers: 'HISTORY' } as const;
  const carry = measuredEntries(ledger, cashAndCarry).filter(
    ({ type }) => type === 'CARRY-EARNED' || type === 'CARRY-PAID',
  );
  const byDeal = groupBy(carry, ({ holdingId }) =>
    isByDeal && holdingId !== null ? (investments.get(holdingId) ?? null) : null,
  );
  return [...byDeal].flatMap(([investment, own]) => reservedOf(own, investors, investment));
}

function reservedOf(
  carry: Group<LiquidationEntry>,
  investors: ReadonlyMap<string, string>,
  investment: string | null,
): readonly LiquidationFlow[] {
  const last = carry.findLast(({ type }) => type === 'CARRY-EARNED');
  if (last === undefined) return [];
  const borne = carry.flatMap(({ type, booked, shares }) =>
    shares.flatMap(({ commitmentId, amount, isMirror }) => {
      const isEarned = type === 'CARRY-EARNED';
      return isMirror
        ? []
        : [{ commitmentId, booked, earned: isEarned ? amount : zero, paid: isEarned ? zero : amount }];
    }),
  );
  return [...groupBy(borne, ({ commitmentId }) => commitmentId)].flatMap(([commitmentId, own]) => {
    const partner = investors.get(commitmentId);
    const { unpaid: amount } = matchEarnedCarry(own);
    return partner === undefined || amount.isZero() ? [] : [flowToGp(last, { partner, investment, amount })];
  });
}

const flowToGp = (
  { id, effective }: LiquidationEntry,
  own: Pick<LiquidationFlow, 'partner' | 'investment' | 'amount'>,
): LiquidationFlow => ({
  ...own,
  entryId: id,
  kind: 'CARRY',
  date: effective,
  due: null,
  since: null,
  isFee: false,
  isRecallable: false,
  isEqualizationInterest: false,
  recipient: null,
  isUnpaid: true,
  cost: null,
  currency: null,
});

/** Returns the reserved carry of each partner. */
export const reservedByPartner = (reserved: readonly LiquidationFlow[]): ReadonlyMap<string, Decimal> =>
  new Map(
    [...groupBy(reserved, ({ partner }) => partner)].map(([partner, flows]) => [
      partner,
      flows.reduce<Decimal>((sum, { amount }) => sum.plus(amount), zero),
    ]),
  );

/** Releases part of each partner's reserved carry: what its profit no longer grants to the GP. */
export function releasedReserve(
  reserved: readonly LiquidationFlow[],
  excess: ReadonlyMap<string, Decimal>,
): readonly LiquidationFlow[] {
  const open = new Map(excess);
  return reserved.flatMap((flow) => {
    const release = Decimal.min(flow.amount, open.get(flow.partner) ?? zero);
    open.set(flow.partner, (open.get(flow.partner) ?? zero).minus(release));
    const amount = flow.amount.minus(release);
    return amount.isZero() ? [] : [{ ...flow, amount }];
  });
}
