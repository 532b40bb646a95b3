/** Names the funds that aren't in a transfer; empty if there are none. */
export const missingFundsText = (names: readonly string[]): string =>
  names.length === 0 ? '' : `Not included, because the quarter isn’t locked: ${names.join(', ')}.`;
