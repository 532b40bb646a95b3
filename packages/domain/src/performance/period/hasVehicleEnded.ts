import type { Figures, MoneyFigure } from './figures.ts';

/** The figures that are zero for a vehicle that has ended: its value and its unfunded commitment. */
export const zeroAfterEnd = ['nav', 'unfunded'] as const satisfies readonly MoneyFigure[];

/**
 * Returns true if a vehicle's figures at the last quarter end with entries also hold at every later one. The same applies to its holdings and
 * commitments. For any other vehicle, later quarters without entries have no known figures.
 */
export const hasVehicleEnded = (vehicle: Pick<Figures, (typeof zeroAfterEnd)[number] | 'fairValue'>): boolean =>
  zeroAfterEnd.every((name) => vehicle[name]?.isZero() === true) && vehicle.fairValue?.isZero() !== false;
