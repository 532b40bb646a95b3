import { applyFraction, splitCents, type Whole } from '../../kernel/cents/index.ts';
import { defineFormula } from '../../kernel/index.ts';
import type { AppliedRate } from './taxRate.ts';

/** The id of the single row of an overridden tax that has no computed rows to be split over. */
export const OVERRIDE_ROW = 'override';

export const taxRowFormula = defineFormula({
  id: 'tax.amount',
  text: 'tax amount = gross x percent / 100',
  inputs: { gross: 'money', percent: 'percent' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'docs/calculations/tax.md',
});

export const overriddenTaxRowFormula = defineFormula({
  id: 'tax.amount.entered',
  text: 'tax amount = entered tax x computed row / sum of the computed rows',
  inputs: { entered: 'money', computed: 'money', computedInAll: 'money' },
  result: 'money',
  rounding: 'largest remainder, to cents',
  source: 'docs/calculations/distribution.md',
});

/**
 * Computes the tax of one gross, row by row.
 *
 *     TaxAllocationAmount = round(gross x percent / 100)        tax = sum of the rows
 *
 * Units:  whole cents.
 * Source: docs/calculations/tax.md.
 */
export function taxAmounts(gross: Whole, rates: readonly AppliedRate[]): Whole[] {
  return rates.map(({ fraction }) => applyFraction(gross, fraction));
}

/**
 * Splits an entered tax, which replaces the computed one, over the computed rows in proportion.
 *
 * Returns undefined if all rows are zero or there are none. The tax then gets a single row of its own.
 *
 * Units:  whole cents.
 * Source: docs/calculations/distribution.md.
 */
export function overriddenTaxAmounts(overrides: Whole, computed: readonly Whole[]): ArrayLike<Whole> | undefined {
  return computed.some((amount) => amount !== 0) ? splitCents(overrides, computed) : undefined;
}
