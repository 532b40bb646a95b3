import { type Decimal, hundred, significantText } from '../../kernel/index.ts';

/** A rate of return as it is kept and travels: in percent. */
export const rateText = (rate: Decimal): string => significantText(rate.times(hundred));
