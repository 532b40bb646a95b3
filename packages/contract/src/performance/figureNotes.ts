/** The basis of reports of funds, which can be chosen. */
export const ofAskedBasis =
  'Unless the basis is all partners, amounts, IRR, TVPI and DPI of funds are those of the fee-paying limited partners; they exclude the GP and non-fee-paying commitments.';
/** The same of returns alone. */
export const returnsOfAskedBasis =
  'Unless the basis is all partners, returns are those of the fee-paying limited partners; they exclude the GP and non-fee-paying commitments.';
/** The basis of what changed of a quarter, whose figures are those of the ledger. */
export const changedOnBases =
  'Amounts of a fund are of all partners; its net IRR and multiples leave out commitments that pay no fees.';
export const ofAllPartners = 'Capital accounts of funds are of all partners, the GP included.';
/** Figures of one name, or of one row, that are of different things: said wherever they meet. */
export const irrHoldsCarry =
  'The NAV of a general partner holds the carry that it is owed, and its net IRR that which it was paid; contributions, distributions, DPI and TVPI leave carry that was paid or returned out.';
export const contributionsLessExcess =
  'Contributions are called amounts less returned excess. A capital account shows the called amounts, with the returned excess among its distributions.';
export const distributionsWithExcess =
  'As ILPA defines it, returned excess of a call is among the distributions of these rows. Lists and profiles deduct it from contributions.';
