/**
 * Maps reported figures to rows of a capital account since inception.
 *
 * Rule: the amount of the row. Distributions, which the account subtracts, have the opposite sign.
 * Source: ILPA Reporting Template v2.0, column ITD.
 */
export const accountMapping = [
  { figure: 'nav', row: 95, isNegated: false },
  { figure: 'navBeforeCarry', row: 104, isNegated: false },
  { figure: 'commitment', row: 108, isNegated: false },
  { figure: 'contributions', row: 13, isNegated: false },
  { figure: 'distributions', row: 14, isNegated: true },
  { figure: 'unfunded', row: 114, isNegated: false },
] as const;
