/** The commitments whose cash and NAV a vehicle's net return includes. */
export interface FeePaying<T> {
  readonly commitments: readonly T[];
  /** True if no commitment pays fees, so that all are included. Displayed next to the figure. */
  readonly isFeeFree: boolean;
}

/** Returns the commitments that pay fees; if there are none, all of them, marked as such. */
export function feePaying<T extends { readonly paysFee: boolean }>(commitments: readonly T[]): FeePaying<T> {
  const paying = commitments.filter(({ paysFee }) => paysFee);
  return paying.length > 0 ? { commitments: paying, isFeeFree: false } : { commitments, isFeeFree: true };
}
