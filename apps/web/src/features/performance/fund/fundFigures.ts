/** The key figures of a fund. `code` names those with a change and a trend. */
const keyFigures = [
  { field: 'nav', label: 'NAV', kind: 'money', code: 'NAV' },
  { field: 'irr', label: 'Net IRR', kind: 'return', code: 'IRR' },
  { field: 'tvpi', label: 'TVPI', kind: 'multiple', code: 'TVPI' },
  { field: 'dpi', label: 'DPI', kind: 'multiple', code: 'DPI' },
  { field: 'distributions', label: 'Distributions', kind: 'money', code: 'DISTRIBUTIONS' },
  { field: 'unfunded', label: 'Unfunded', kind: 'money', code: 'UNFUNDED' },
] as const;
const otherFigures = [
  { field: 'commitment', label: 'Commitment', kind: 'money', code: null },
  { field: 'contributions', label: 'Contributions', kind: 'money', code: null },
  { field: 'rvpi', label: 'RVPI', kind: 'multiple', code: null },
  { field: 'pic', label: 'PIC', kind: 'multiple', code: null },
  { field: 'grossIrr', label: 'Gross IRR', kind: 'return', code: null },
  { field: 'grossMoic', label: 'Gross MOIC', kind: 'multiple', code: null },
] as const;
export type FundFigure = (typeof keyFigures)[number] | (typeof otherFigures)[number];

/** The figures at the top of a fund's page: the key figures, then the others. Only the manager sees gross returns. */
export const fundFigures = (
  isLp: boolean,
): { readonly key: readonly FundFigure[]; readonly other: readonly FundFigure[] } => ({
  key: keyFigures,
  other: otherFigures.filter(({ field }) => !(isLp && (field === 'grossIrr' || field === 'grossMoic'))),
});
