/** Data tests that `npm test` leaves out, from the root of the repository. */
export const longDataTests: readonly string[];
