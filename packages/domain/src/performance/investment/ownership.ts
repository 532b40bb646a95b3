import { type Decimal, hundred } from '../../kernel/index.ts';

/** Converts ownership from percent, as entered, to a fraction, as stored: 62.5 is 0.625. */
export const ownershipFraction = (percent: Decimal): Decimal => percent.div(hundred);
/** Converts ownership from a fraction to percent. */
export const ownershipPercent = (fraction: Decimal): Decimal => fraction.mul(hundred);
/** Returns true if ownership is between 0 and 100 percent. */
export const isOwnershipPercent = (percent: Decimal): boolean => percent.gte(0) && percent.lte(hundred);
