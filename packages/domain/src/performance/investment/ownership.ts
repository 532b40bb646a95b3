import { type Decimal, hundred } from '../../kernel/index.ts';

/** Ownership is entered in percent and kept as a fraction: 62.5 is 0.625. */
export const ownershipFraction = (percent: Decimal): Decimal => percent.div(hundred);
/** The same the other way. */
export const ownershipPercent = (fraction: Decimal): Decimal => fraction.mul(hundred);
/** A holder owns from nothing to all. */
export const isOwnership = (percent: Decimal): boolean => percent.gte(0) && percent.lte(hundred);
