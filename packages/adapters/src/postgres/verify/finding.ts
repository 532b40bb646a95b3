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
