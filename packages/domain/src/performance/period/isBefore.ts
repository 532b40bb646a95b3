/** Returns true if the rules are older than a version. Without a number, the current rules apply. */
export const isBefore = (rules: number | undefined, version: number): boolean => rules !== undefined && rules < version;
