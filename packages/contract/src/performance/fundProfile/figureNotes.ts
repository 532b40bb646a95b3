/** Returns a note for reports with a selectable basis. All partners need none, because the parameters name them. */
const noteOnBasis =
  (figures: string) =>
  ({ basis }: Readonly<Record<string, unknown>>): string | undefined =>
    basis === 'all'
      ? undefined
      : `${figures} cover fee-paying limited partners only. The GP and non-fee-paying commitments are excluded.`;
export const requestedBasisNote = noteOnBasis('Fund amounts, IRR, TVPI and DPI');
export const returnsBasisNote = noteOnBasis('Returns');
export const allPartnersNote = 'Capital accounts of funds cover all partners, including the GP.';
/** The note for tables in which figures of the same name or row have different definitions. */
export const carryOfGp =
  'A general partner’s NAV includes carry owed to it. Its distributions, net IRR, DPI and TVPI include carry paid to it, and its contributions include carry that it returned.';
export const ownCommitmentsNote = 'Capital accounts of funds cover your commitments.';
export const contributionsLessExcess =
  'These contributions are called amounts less returned excess. Capital accounts show called amounts instead, and include returned excess in distributions.';
export const accountsAsIlpa =
  'As ILPA defines it, contributions are the called amounts in full, and distributions include the returned excess of calls. Lists and profiles deduct the returned excess from contributions instead.';
export const excessAsDistributed =
  'Contributions and distributions come from a capital account, which counts returned excess as distributed. So do the multiples computed from them.';
/** The title of the remark on returned excess, in print. */
export const excessTitle = 'Returned excess';
/** The title of the remark on reported multiples that don't match the amounts, in print. */
export const reportedMultiplesTitle = 'Reported multiples';
