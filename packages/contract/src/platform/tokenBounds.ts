/** How many requests a minute an API token may be given. */
export const requestBounds = { least: 1, most: 12_000 } as const;
