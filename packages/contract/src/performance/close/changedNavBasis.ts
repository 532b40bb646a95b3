const labels = { LEDGER: 'the ledger', REPORTED: 'the reported values' } as const;
type NavBasis = keyof typeof labels;

/** Returns a sentence for two states of a quarter with different NAV bases. Figures then change although nothing was entered. */
export const changedNavBasis = (change: {
  readonly old: NavBasis;
  readonly new: NavBasis;
  readonly reason: string | null;
}): string =>
  `The NAV basis changed. NAV used to come from ${labels[change.old]}; now it comes from ${labels[change.new]}.${change.reason === null ? '' : ` Reason: ${change.reason}`}`;
