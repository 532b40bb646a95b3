import type { Figures, MoneyFigure } from './figures.ts';

/** What a vehicle that is over has nothing of any more: no value, nothing left to call; nor is anything held as far as that is known. */
export const nothingWhenOver = ['nav', 'unfunded'] as const satisfies readonly MoneyFigure[];

/**
 * Whether the figures of a vehicle at the last quarter end for which anything is booked are its final ones, and hold at every later quarter end: those of
 * its holdings and of its commitments too. Of any other vehicle nothing is known of a quarter for which nothing is booked.
 */
export const isOver = (vehicle: Pick<Figures, (typeof nothingWhenOver)[number] | 'fairValue'>): boolean =>
  nothingWhenOver.every((name) => vehicle[name]?.isZero() === true) && vehicle.fairValue?.isZero() !== false;
