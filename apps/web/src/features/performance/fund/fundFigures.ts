const figures = [
  { field: 'irr', label: 'Net IRR', kind: 'return' },
  { field: 'tvpi', label: 'TVPI', kind: 'multiple' },
  { field: 'dpi', label: 'DPI', kind: 'multiple' },
  { field: 'rvpi', label: 'RVPI', kind: 'multiple' },
  { field: 'pic', label: 'PIC', kind: 'multiple' },
  { field: 'grossIrr', label: 'Gross IRR', kind: 'return' },
  { field: 'grossMoic', label: 'Gross MOIC', kind: 'multiple' },
  { field: 'nav', label: 'NAV', kind: 'money' },
  { field: 'contributions', label: 'Contributions', kind: 'money' },
  { field: 'distributions', label: 'Distributions', kind: 'money' },
  { field: 'commitment', label: 'Commitment', kind: 'money' },
  { field: 'unfunded', label: 'Unfunded', kind: 'money' },
] as const;
export type FundFigure = (typeof figures)[number];

/** The figures at the top of a fund's page, its performance first. Only the manager sees gross returns. */
export const fundFigures = (isLp: boolean): readonly FundFigure[] =>
  figures.filter(({ field }) => !(isLp && (field === 'grossIrr' || field === 'grossMoic')));
