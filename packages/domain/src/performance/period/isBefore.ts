/** Whether what computes goes by rules before a version; without a number, by those of today. */
export const isBefore = (rules: number | undefined, version: number): boolean => rules !== undefined && rules < version;
