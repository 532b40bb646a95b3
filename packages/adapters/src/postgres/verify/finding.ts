/** Something stored that is not as it should be, in words. */
export interface Finding {
  /** What it is about, from the record inwards: run, source, person. */
  readonly of: readonly string[];
  /** Which figure or which field, or what is wrong with the whole. */
  readonly what: string;
  /** What the trail or the rule says; null is 'nothing'. */
  readonly was?: string | null;
  /** What is stored. */
  readonly is?: string | null;
}

/** That what is stored is so broken that a rule cannot be computed on it: one finding more, never the end of the audit. A refusal of the database is its end. */
export function notComputable(of: readonly string[], error: unknown): Finding {
  if (!(error instanceof Error) || 'severity' in error) throw error;
  return { of, what: 'cannot be computed again: rows that it stands on are missing or broken' };
}

/** What a rule computes, or undefined with the finding that it cannot. */
export function attempt<T>(compute: () => T, of: readonly string[], findings: Finding[]): T | undefined {
  try {
    return compute();
  } catch (error) {
    findings.push(notComputable(of, error));
    return undefined;
  }
}
