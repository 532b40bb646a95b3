/** The states of estimates. If a source has several for the same date, only the latest counts in sums. */
export const estimateStates = { LATEST: 'Latest', EARLIER: 'Earlier' } as const;

export const estimateOptions = Object.entries(estimateStates).map(([code, description]) => ({ code, description }));
