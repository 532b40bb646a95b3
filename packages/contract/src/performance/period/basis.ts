/** The partners that a fund's figures include. Applies to amounts, rates and multiples alike. */
export const bases = ['feePaying', 'all'] as const;
export type Basis = (typeof bases)[number];

/** The names of the bases. If nobody pays fees, all partners are included. */
export const basisNames = {
  feePaying: 'Fee-paying limited partners',
  all: 'All partners',
  withoutFees: 'All partners (no one pays fees)',
} as const satisfies Readonly<Record<Basis | 'withoutFees', string>>;

/** The name in an investor's tenant, which has no commitments of other partners. */
export const investorBasisName = 'Your commitments';

/** Returns the name of a basis for its reader. */
export const basisNameFor = (isLpTenant: boolean, basis: Basis | 'withoutFees'): string =>
  isLpTenant ? investorBasisName : basisNames[basis];

/** Explains each basis. */
export const basisHints: Readonly<Record<Basis, string>> = {
  feePaying: 'LPs only: excludes the GP and non-fee-paying commitments',
  all: 'All partners, including the GP and non-fee-paying commitments',
};
