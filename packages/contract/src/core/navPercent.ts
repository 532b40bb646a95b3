import { decimal } from './schema.ts';

/** The highest exit value of a what-if, in percent of the NAV. */
export const MOST_NAV_PERCENT = 10_000;

/** An exit value in percent of the NAV before carry. */
export const navPercent = () => decimal('percent', { most: MOST_NAV_PERCENT });
