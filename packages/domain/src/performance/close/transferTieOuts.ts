import {
  addDays,
  type CalendarDate,
  type Decimal,
  decimal,
  displayedDate,
  roundMoney,
  spokenMoney,
  zero,
} from '@carrara/domain/kernel';
import { bookedRows, CapitalAccounts, type TiedPair } from '../capitalAccount/index.ts';
import {
  accruedCarryOn,
  carryMovedOn,
  entryTypeRule,
  incompleteTransfers,
  type MovedByEntry,
  movedParts,
  transferSides,
  valuesWithoutCommitment,
} from '../ledger/index.ts';
import type { UnrealizedGains } from '../period/index.ts';
import { type ClosingLedger, isOneSided, NAV, sum, unrealizedChanges } from './closingLedger.ts';

/** Texts of a transfer without its entry, by what the entry moves. */
const movedTexts = {
  VALUE: { entry: `‘${entryTypeRule('TRANSFER').title}’ entry`, moved: 'value', title: 'Value' },
  CALLED_PART: {
    entry: `‘${entryTypeRule('UNFUNDED').title}’ entry`,
    moved: 'the called part of the commitment',
    title: 'Called part',
  },
} as const;

/** Returns the NAV and the called part of a partner on a date, from the entries booked until the end of a quarter. */
function balancesUntil(ledger: ClosingLedger, gains: readonly UnrealizedGains[], end: CalendarDate) {
  const sharesOn = (sellerId: string, day: CalendarDate) =>
    ledger.entries
      .filter(({ booked, effective }) => booked <= end && effective <= day)
      .flatMap(({ type, effective, shares: all }) =>
        all.flatMap((share) => (share.commitmentId === sellerId ? [{ ...share, type, booked: effective }] : [])),
      );
  const navOn = (sellerId: string, day: CalendarDate): Decimal => {
    const account = new CapitalAccounts({
      amounts: [
        ...bookedRows(sharesOn(sellerId, day)),
        ...unrealizedChanges(gains, ({ commitments }) => commitments.get(sellerId) ?? zero),
      ],
      commitments: [],
    });
    return account.sinceInception(day).get(NAV) ?? zero;
  };
  const calledOn = (sellerId: string, day: CalendarDate): Decimal =>
    sum(sharesOn(sellerId, day).map(({ unfunded }) => unfunded)).negated();
  return { navOn, calledOn };
}

/** Returns the transfers between partners that lack a part in a quarter. */
export function transfersIn(
  ledger: ClosingLedger,
  gains: readonly UnrealizedGains[],
  from: CalendarDate,
  end: CalendarDate,
) {
  // Entries don't change a reported NAV.
  const hasNav = ledger.navBasis === 'LEDGER';
  const names = new Map(ledger.commitments.map(({ id, investorName }) => [id, investorName]));
  const nameOf = (id: string) => names.get(id) ?? id;
  const namesOf = (ids: readonly string[]) => ids.map(nameOf).join(', ') || 'no partner';
  const { navOn, calledOn } = balancesUntil(ledger, gains, end);
  return {
    /** Transfers whose value or called part no entry moves. */
    withoutEntry(moved: MovedByEntry): TiedPair[] {
      if (isOneSided(ledger) || (moved === 'VALUE' && !hasNav)) return [];
      const { entry, moved: part, title } = movedTexts[moved];
      const balanceOn = moved === 'VALUE' ? navOn : calledOn;
      return incompleteTransfers(ledger, from, end, moved).map(
        ({ partnerId, side, sellerIds, buyerIds, date, parts }) => ({
          name: `No ${entry} on ${displayedDate(date)} moves ${part} ${side === 'SELLER' ? 'from' : 'to'} ${nameOf(partnerId)}. ${title} from ${namesOf(sellerIds)} to ${namesOf(buyerIds)} in proportion to the commitment`,
          is: zero,
          hasToBe: roundMoney(
            sum(parts.map(({ sellerId, part: ratio }) => balanceOn(sellerId, addDays(date, -1)).times(ratio))),
          ),
        }),
      );
    },
    /** Values that pass on a date without a commitment. */
    withoutCommitment(): TiedPair[] {
      if (isOneSided(ledger) || !hasNav) return [];
      return valuesWithoutCommitment(ledger, from, end).map(({ sellerId, buyerIds, date, value, commitment }) => {
        const nav = navOn(sellerId, addDays(date, -1));
        return {
          name: `Value of ${nameOf(sellerId)} passes to ${namesOf(buyerIds)} on ${displayedDate(date)} without a commitment`,
          wording: { is: 'commitment transferred', hasToBe: 'in proportion to the value' },
          is: zero,
          hasToBe: roundMoney(nav.gt(value) ? commitment.times(value).div(nav) : commitment),
        };
      });
    },
    /** Values, called parts and accrued carry that differ from the sellers’ by the part of the commitment transferred, and a NAV below zero after it. */
    outOfProportion(): TiedPair[] {
      if (isOneSided(ledger)) return [];
      const wording = { is: 'moved', hasToBe: 'in proportion to the commitment' };
      const carryEntries = ledger.entries.filter(({ type, booked }) => booked <= end && entryTypeRule(type).mirror);
      const accruedOn = (id: string, day: CalendarDate) => accruedCarryOn(carryEntries, id, day);
      return movedParts(ledger, from, end).flatMap(({ partnerId, side, date, parts, value, called }) => {
        const trade = `${side === 'SELLER' ? 'from' : 'to'} ${nameOf(partnerId)} on ${displayedDate(date)}`;
        const compared = (title: string, is: Decimal | null, balanceOn: typeof navOn): TiedPair[] => {
          if (is === null) return [];
          const hasToBe = roundMoney(
            sum(parts.map(({ sellerId, part }) => balanceOn(sellerId, addDays(date, -1)).times(part))),
          );
          // Each part may have been rounded.
          const isOff = is.minus(hasToBe).abs().gt(cent.times(parts.length));
          return isOff ? [{ name: `${title} transferred ${trade}`, wording, is, hasToBe }] : [];
        };
        const nav = hasNav ? navOn(partnerId, date) : zero;
        const negativeNav = `NAV of ${nameOf(partnerId)} after the transfer on ${displayedDate(date)}`;
        const brought = carryMovedOn(carryEntries, partnerId, date);
        const carry = side === 'SELLER' ? brought.negated() : brought;
        // Without any entry, the seller's difference is enough.
        const isCompared = side === 'SELLER' || !carry.isZero();
        return [
          ...compared('Called part', called, calledOn),
          // Carry that moves changes the NAV too, so its amount also passes as value.
          ...(hasNav ? compared('Value', value?.minus(carry) ?? null, navOn) : []),
          ...(hasNav && isCompared ? compared(carry.isZero() ? carryStays : 'Accrued carry', carry, accruedOn) : []),
          ...(nav.lt(0) ? [{ name: negativeNav, is: nav, hasToBe: zero }] : []),
        ];
      });
    },
  };
}

const carryStays = `Accrued carry, which stays with the seller until ‘${entryTypeRule('CARRY-ACCRUED').title}’ entries move it,`;
const cent = decimal('0.01');

const passedNames = {
  COMMITMENT: 'Commitment',
  VALUE: 'Value',
  UNFUNDED: 'Unfunded commitment',
} as const;

/** Compares what was transferred to partners on a date with what was transferred from others, and names both. */
export function sidePairs(ledger: ClosingLedger, from: CalendarDate, end: CalendarDate): TiedPair[] {
  if (isOneSided(ledger)) return [];
  const names = new Map(ledger.commitments.map(({ id, investorName }) => [id, investorName]));
  return transferSides(ledger, from, end).map(({ date, kind, out, into }) => {
    const named = (side: typeof out) =>
      side
        .map(({ commitmentId, amount }) => `${names.get(commitmentId) ?? commitmentId} (${spokenMoney(amount)})`)
        .join(', ') || 'no partner';
    return {
      name: `${passedNames[kind]} transferred on ${displayedDate(date)} from ${named(out)} to ${named(into)}`,
      wording: { is: 'received', hasToBe: 'given up' },
      is: sum(into.map(({ amount }) => amount)),
      hasToBe: sum(out.map(({ amount }) => amount)),
    };
  });
}
