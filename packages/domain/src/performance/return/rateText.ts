import { type Decimal, hundred, significantText } from '../../kernel/index.ts';

/** Formats a rate of return in percent, as it is stored and transmitted. */
export const rateText = (rate: Decimal): string => significantText(rate.times(hundred));
