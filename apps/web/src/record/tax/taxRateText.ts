import type { TaxProfile } from '@carrara/contract/carry/participant/taxProfile';
import { formatDecimal } from '@carrara/ui/value/formatDecimal.ts';

export type TaxTerms = Pick<TaxProfile, 'subjectToCharacterization' | 'taxRate' | 'taxProfileRates'>;

/** Describes the rates of a tax profile: its single rate, or one per characterization. */
export function taxRateText({ subjectToCharacterization, taxRate, taxProfileRates }: TaxTerms): string {
  if (!subjectToCharacterization) return taxRate ? `${formatDecimal(taxRate, 4)}%` : '';
  return taxProfileRates
    .filter(({ isInactive }) => !isInactive)
    .map(({ name, taxRate: own }) => `${name} ${formatDecimal(own, 4)}%`)
    .join(', ');
}
