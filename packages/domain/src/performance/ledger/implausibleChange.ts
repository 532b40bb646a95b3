import { type Decimal, decimal } from '@carrara/domain/kernel';

/** A value that is larger or smaller than the one before by this factor is probably a typo, such as a wrong unit. */
const IMPLAUSIBLE_FACTOR = 10;

/** True if an amount is above the one that it is compared with by a large factor. */
export const isImplausiblyHigh = (amount: Decimal, compared: Decimal): boolean =>
  compared.gt(0) && amount.gt(compared.times(IMPLAUSIBLE_FACTOR));

/** Describes how a value differs from the one before by a large factor or in its sign. Undefined if it doesn't, if either is zero, or if that one is negative. */
export function implausibleChangeText(value: Decimal, before: Decimal): string | undefined {
  if (value.isZero() || !before.gt(0)) return undefined;
  const factor = value.div(before);
  if (factor.gte(decimal(1).div(IMPLAUSIBLE_FACTOR)) && factor.lte(IMPLAUSIBLE_FACTOR)) return undefined;
  return factor.lt(0) ? 'with the opposite sign of' : factor.gt(1) ? 'more than ten times' : 'less than a tenth of';
}
