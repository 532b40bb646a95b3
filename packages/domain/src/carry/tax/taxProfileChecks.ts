import { type Failures, fail } from '../../kernel/index.ts';

/** The terms of a tax profile to save. Numbers are strings. */
export interface TaxTerms {
  readonly subjectToCharacterization: boolean;
  readonly taxRate: string | null;
  readonly characterizationIds: readonly string[];
}

/**
 * Returns the reasons why the terms of a tax profile can't be saved. It needs one rate, or a rate for each characterization.
 *
 * Source: docs/calculations/tax.md.
 * Fails:  TAX_RATE_REQUIRED, TAX_RATES_REQUIRED, DUPLICATE (a characterization with two rates); the first that applies.
 */
export function checkTaxTerms({ subjectToCharacterization, taxRate, characterizationIds }: TaxTerms): Failures {
  if (!subjectToCharacterization) {
    return taxRate
      ? []
      : [fail('TAX_RATE_REQUIRED', ['taxRate'], 'A tax profile without characterization needs a rate.')];
  }
  if (characterizationIds.length === 0) {
    return [fail('TAX_RATES_REQUIRED', ['taxProfileRates'], 'Select at least one rate.')];
  }
  const twice = characterizationIds.findIndex((id, i) => characterizationIds.indexOf(id) < i);
  if (twice < 0) return [];
  const text = 'A tax profile can have only one rate per characterization.';
  return [fail('DUPLICATE', ['taxProfileRates', twice, 'taxCharacterizationId'], text)];
}
