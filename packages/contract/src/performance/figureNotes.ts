/** A note for fund reports with a selectable basis. */
export const ofAskedBasis =
  'Unless the basis is all partners, amounts, IRR, TVPI and DPI of funds are those of the fee-paying limited partners; they exclude the GP and non-fee-paying commitments.';
/** The same note for reports that contain only returns. */
export const returnsOfAskedBasis =
  'Unless the basis is all partners, returns are those of the fee-paying limited partners; they exclude the GP and non-fee-paying commitments.';
/** A note for changes of a quarter, whose figures come from the ledger. */
export const changedOnBases =
  'Amounts of a fund are of all partners; its net IRR and multiples leave out commitments that pay no fees.';
export const ofAllPartners = 'Capital accounts of funds are of all partners, the GP included.';
/** A note wherever figures with the same name, or in the same row, have different definitions. */
export const irrHoldsCarry =
  'The NAV of a general partner holds the carry that it is owed, and its net IRR that which it was paid; contributions, distributions, DPI and TVPI leave carry that was paid or returned out.';
export const contributionsLessExcess =
  'Contributions are called amounts less returned excess. A capital account shows the called amounts, with the returned excess among its distributions.';
export const distributionsWithExcess =
  'As ILPA defines it, returned excess of a call is among the distributions of these rows. Lists and profiles deduct it from contributions.';
