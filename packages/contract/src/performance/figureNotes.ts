/** A note for fund reports with a selectable basis. */
export const ofRequestedBasis =
  'Unless the basis is all partners, fund amounts, IRR, TVPI and DPI cover fee-paying limited partners only. The GP and non-fee-paying commitments are excluded.';
/** The same note for reports that contain only returns. */
export const returnsOfRequestedBasis =
  'Unless the basis is all partners, returns cover fee-paying limited partners only. The GP and non-fee-paying commitments are excluded.';
/** A note for changes of a quarter, whose figures come from the ledger. */
export const changedOnBases =
  'Fund amounts cover all partners. Net IRR and multiples exclude non-fee-paying commitments.';
export const ofAllPartners = 'Capital accounts of funds cover all partners, including the GP.';
/** A note wherever figures with the same name, or in the same row, have different definitions. */
export const carryOfGp =
  'A general partner’s NAV includes carry owed to it. Its distributions, net IRR, DPI and TVPI include carry paid to it, and its contributions include carry that it returned.';
export const ofOwnCommitments = 'Capital accounts of funds cover your commitments.';
export const contributionsLessExcess =
  'These contributions are called amounts less returned excess. Capital accounts show called amounts instead, and include returned excess in distributions.';
export const accountsAsIlpa =
  'As ILPA defines it, contributions are the called amounts in full, and distributions include the returned excess of calls. Lists and profiles deduct the returned excess from contributions instead.';
