import type { EnteredCarryTerms, EnteredTier } from './enteredTerms.ts';

export const blankTier = (kind: string): EnteredTier => ({
  kind,
  rate: null,
  compounding: null,
  dayCount: null,
  accruesFrom: null,
  accruesTo: null,
  preferredBase: null,
  gpShare: null,
  target: null,
  untilIrr: null,
  untilMultiple: null,
});

/** Returns the usual terms of a whole fund: capital, preferred return, catch-up and carry, in percent as text. Zero leaves a tier out. */
export function wholeFundTerms({
  carry,
  hurdle,
  catchUp,
}: Readonly<Record<'carry' | 'hurdle' | 'catchUp', string>>): EnteredCarryTerms {
  return {
    basis: 'WHOLE_FUND',
    returnFirst: null,
    recallable: null,
    recallablePreferred: null,
    clawback: null,
    clawbackTax: null,
    clawbackTaxRate: null,
    guarantee: null,
    escrowPercentage: null,
    escrowRelease: null,
    escrowReleaseDate: null,
    escrowCoverage: null,
    escrowReleased: null,
    taxDistributionRate: null,
    tiers: [
      blankTier('RETURN_OF_CAPITAL'),
      ...(hurdle === '0' ? [] : [{ ...blankTier('PREFERRED_RETURN'), rate: hurdle }]),
      ...(catchUp === '0' ? [] : [{ ...blankTier('CATCH_UP'), gpShare: catchUp, target: carry }]),
      { ...blankTier('SPLIT'), gpShare: carry },
    ],
    recipients: [],
    letters: [],
    offsets: [],
    clawbackDates: [],
    taxIncomes: [],
  };
}
