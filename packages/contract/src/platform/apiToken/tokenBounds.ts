/** The limits for an API token's requests per minute. */
export const requestBounds = { least: 1, most: 12_000 } as const;
