import { type Decimal, decimal, moneyText } from '@carrara/domain/kernel';
import type { TiedPair } from '../capitalAccount/index.ts';
import type { CarryProposal, QuarterCarry } from '../liquidation/index.ts';
import type { LastAct } from './lastAct.ts';

/** The booked carry of a quarter compared with the proposed one. */
export interface ComparedCarry extends Pick<CarryProposal, 'proposed' | 'booked' | 'causes'> {
  /** True if each partner's carry is booked as proposed, apart from rounding. */
  readonly isBooked: boolean;
  /** All partners. */
  readonly partners: readonly Pick<CarryProposal['partners'][number], 'name' | 'proposed' | 'booked'>[];
  /** The decision to leave the booked carry instead of the proposal. */
  readonly accepted: (LastAct & { readonly reason: string }) | null;
}

/** The reason why no carry is proposed, or the comparison. */
export type ClosingCarry = { readonly reason: string } | ComparedCarry;

const cent = decimal('0.01');
const titles = { earned: 'Carry earned in the quarter', accrued: 'Carry accrued in the quarter' } as const;
const wording = { is: 'booked', hasToBe: 'by the terms' };

/**
 * Returns the differences that a lock asks about: the booked and the proposed carry of the fund, or of its partners if only their parts differ. There
 * are none if no carry is proposed, if only rounding by a cent per partner is left, or if a person gave a reason for the booked amount.
 */
export function carryToAcknowledge(carry: ClosingCarry | undefined): readonly TiedPair[] {
  if (carry === undefined || 'reason' in carry || carry.isBooked || carry.accepted !== null) return [];
  const { proposed, booked, partners } = carry;
  const pairs = (
    suffix: string,
    own: { readonly proposed: QuarterCarry; readonly booked: QuarterCarry },
    rounding: Decimal,
  ) =>
    (['earned', 'accrued'] as const).flatMap((name): TiedPair[] =>
      own.booked[name].minus(own.proposed[name]).abs().lte(rounding)
        ? []
        : [{ name: `${titles[name]}${suffix}`, wording, is: own.booked[name], hasToBe: own.proposed[name] }],
    );
  const ofFund = pairs('', { proposed, booked }, cent.times(partners.length));
  return ofFund.length > 0 ? ofFund : partners.flatMap((partner) => pairs(` of ${partner.name}`, partner, cent));
}

type CarryTexts = Readonly<Record<keyof QuarterCarry, string>>;

/** The comparison as a lock stores it. */
export type StoredCarry =
  | { readonly reason: string }
  | (Pick<ComparedCarry, 'isBooked' | 'causes' | 'accepted'> & Readonly<Record<'proposed' | 'booked', CarryTexts>>);

const textsOf = ({ earned, accrued }: QuarterCarry): CarryTexts => ({
  earned: moneyText(earned),
  accrued: moneyText(accrued),
});
const amountsOf = ({ earned, accrued }: CarryTexts): Readonly<Record<keyof QuarterCarry, Decimal>> => ({
  earned: decimal(earned),
  accrued: decimal(accrued),
});

/** Returns the comparison as text, without the partners. */
export function carryToStore(carry: ClosingCarry): StoredCarry {
  if ('reason' in carry) return { reason: carry.reason };
  const { partners: _partners, proposed, booked, ...rest } = carry;
  return { ...rest, proposed: textsOf(proposed), booked: textsOf(booked) };
}

/** Returns the comparison that a lock stored. */
export const storedCarry = (stored: StoredCarry): ClosingCarry =>
  'reason' in stored
    ? stored
    : { ...stored, proposed: amountsOf(stored.proposed), booked: amountsOf(stored.booked), partners: [] };
