/** Of several estimates of a source for the same day the latest alone counts in sums. */
export const estimateStates = { LATEST: 'Latest', EARLIER: 'Earlier' } as const;

export const estimateOptions = Object.entries(estimateStates).map(([code, description]) => ({ code, description }));
