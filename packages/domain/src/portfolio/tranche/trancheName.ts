/**
 * Returns the number of a new tranche. This is the highest number of its fund's or coinvestment's tranches of the
 * investment plus 1, or 1 if there is none.
 */
export const nextTrancheNumber = (existing: readonly number[]): number =>
  existing.reduce((highest, number) => (number > highest ? number : highest), 0) + 1;

/** Returns the default name of a tranche: the investment's legal name, then 'Tranche #' and the number. */
export const trancheName = (investmentLegalName: string, trancheNumber: number): string =>
  `${investmentLegalName} Tranche # ${trancheNumber}`;
