/** The maximum length of a reason in the ledger, which is displayed as a whole next to the figures that it explains. */
export const MOST_REASON = 1000;
