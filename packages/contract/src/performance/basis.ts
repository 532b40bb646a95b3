/** Whose figures those of a fund are: its amounts, rates and multiples alike. */
export const bases = ['feePaying', 'all'] as const;
export type Basis = (typeof bases)[number];

/** The basis of a fund's figures in words. Where nobody pays fees all partners stand in. */
export const basisNames = {
  feePaying: 'Fee-paying limited partners',
  all: 'All partners',
  none: 'All partners (none pays fees)',
} as const satisfies Readonly<Record<Basis | 'none', string>>;

/** What each basis is of. */
export const basisHints: Readonly<Record<Basis, string>> = {
  feePaying: 'LPs only: excludes the GP and non-fee-paying commitments',
  all: 'All partners, the GP and non-fee-paying commitments included',
};
