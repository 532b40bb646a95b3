/** Whose cash and NAV a vehicle's net return is made of. */
export interface FeePaying<T> {
  readonly commitments: readonly T[];
  /** No commitment pays fees, so that all of them stand in; shown beside the figure. */
  readonly noneDoes: boolean;
}

/** The commitments that pay fees; if there are none, all of them, marked as such. */
export function feePaying<T extends { readonly paysFee: boolean }>(commitments: readonly T[]): FeePaying<T> {
  const paying = commitments.filter(({ paysFee }) => paysFee);
  return paying.length > 0 ? { commitments: paying, noneDoes: false } : { commitments, noneDoes: true };
}
