import { type CalendarDate, type Decimal, dayNumber, required, zero } from '../../kernel/index.ts';
import { type Accrual, createAccrual, type RatePeriod } from './accrual.ts';
import type { PartnerCommitment } from './input.ts';
import { type Override, preferredTier, type Tier, type WaterfallTerms } from './terms.ts';

/** A tier with its numbers, which the check of the terms has found complete. Shares are fractions. */
export type PartnerTier =
  | { readonly kind: 'RETURN_OF_CAPITAL' | 'PREFERRED_RETURN' }
  | { readonly kind: 'CATCH_UP'; readonly gpShare: Decimal; readonly target: Decimal }
  | { readonly kind: 'SPLIT'; readonly gpShare: Decimal; readonly hasHurdle: boolean };

/** The terms of one partner on the day of a calculation. Partners with the same terms share one object. */
export interface PartnerTerms {
  readonly tiers: readonly PartnerTier[];
  readonly accrual: Accrual | null;
  readonly isExempt: boolean;
}

/**
 * Returns the terms of each partner: those of the agreement, changed by the side letters in force on the day.
 *
 * A preferred return accrues at the rate of each day. A share of carry and an exemption hold for distributions from their day on.
 */
export function partnerTerms(
  terms: WaterfallTerms,
  commitments: readonly PartnerCommitment[],
  day: CalendarDate,
): (partner: string) => PartnerTerms {
  const byPartner = new Map(commitments.map((commitment) => [commitment.partner, commitment]));
  const byLetters = new Map<string, PartnerTerms>();
  return (partner) => {
    const commitment = byPartner.get(partner);
    const paysCarry = commitment?.paysCarry ?? true;
    const letters = terms.overrides
      .map((override, i) => [override, i] as const)
      .filter(([override]) => isFor(override, partner, commitment?.partnerClass ?? null, day));
    const key = `${paysCarry} ${letters.map(([, i]) => i).join(' ')}`;
    const found = byLetters.get(key);
    if (found !== undefined) return found;
    const created = createTerms(
      terms,
      letters.map(([override]) => override),
      paysCarry,
    );
    byLetters.set(key, created);
    return created;
  };
}

const isFor = (override: Override, partner: string, partnerClass: string | null, day: CalendarDate) =>
  (override.partner === partner || (override.partnerClass !== null && override.partnerClass === partnerClass)) &&
  (override.from === null || override.from <= day);

function createTerms(terms: WaterfallTerms, letters: readonly Override[], paysCarry: boolean): PartnerTerms {
  const isExempt = !paysCarry || letters.some((letter) => letter.isExempt);
  const carry = letters.reduce<Decimal | null>((last, letter) => letter.carry ?? last, null);
  const preferred = preferredTier(terms.tiers);
  return {
    isExempt,
    tiers: withLastSplit(terms.tiers.map((tier) => partnerTier(tier, carry, isExempt))),
    accrual:
      preferred === undefined
        ? null
        : createAccrual(preferred.compounding, preferred.dayCount, [
            { from: -Infinity, rate: required(preferred.rate, 'the rate of a preferred return') },
            ...ratePeriods(letters),
          ]),
  };
}

/** Rates in the order of their days; of several on one day, the later entry. */
const ratePeriods = (letters: readonly Override[]): readonly RatePeriod[] =>
  letters
    .flatMap(({ rate, from }) => (rate === null ? [] : [{ rate, from: from === null ? -Infinity : dayNumber(from) }]))
    .toSorted((a, b) => (a.from === b.from ? 0 : a.from - b.from));

function partnerTier(tier: Tier, carry: Decimal | null, isExempt: boolean): PartnerTier {
  switch (tier.kind) {
    case 'RETURN_OF_CAPITAL':
    case 'PREFERRED_RETURN':
      return { kind: tier.kind };
    case 'CATCH_UP':
      return {
        kind: 'CATCH_UP',
        gpShare: required(tier.gpShare, 'the share of a catch-up').div(100),
        target: isExempt ? zero : (carry ?? required(tier.target, 'the target of a catch-up')).div(100),
      };
    case 'SPLIT':
      return {
        kind: 'SPLIT',
        gpShare: isExempt ? zero : (carry ?? required(tier.gpShare, 'the share of a split')).div(100),
        hasHurdle: tier.until !== null,
      };
  }
}

/** Without a split, the rest belongs to the partners. */
const withLastSplit = (tiers: readonly PartnerTier[]): readonly PartnerTier[] =>
  tiers.some(({ kind }) => kind === 'SPLIT') ? tiers : [...tiers, { kind: 'SPLIT', gpShare: zero, hasHurdle: false }];
