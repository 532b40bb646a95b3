/**
 * The number that a new tranche gets: the highest of its fund's or coinvestment's tranches of the investment plus 1, or 1 if there is none.
 *
 * Source: specification of the carry area, section 9.
 */
export const nextTrancheNumber = (existing: readonly number[]): number =>
  existing.reduce((highest, number) => (number > highest ? number : highest), 0) + 1;

/** The name that a tranche gets when none is given: the investment's legal name, then 'Tranche #' and the number. */
export const trancheName = (investmentLegalName: string, trancheNumber: number): string =>
  `${investmentLegalName} Tranche # ${trancheNumber}`;
