/** What the shell is told: 0 done, 1 refused by a rule, 2 not understood (wrong use, malformed input). */
export const exitCode = { done: 0, refused: 1, misused: 2 } as const;
