/** What the domain answers to 'why this number?', as it comes over the wire. */
export interface Explanation {
  /** The formula in words and signs. */
  readonly text: string;
  readonly inputs: readonly ExplanationInput[];
  readonly result: string | null;
  readonly unit: string;
  readonly rounding?: string | undefined;
  /** Where the rule stands: a section, a paper, a statute. */
  readonly source: string;
  /** The derivations of those inputs that were computed themselves. */
  readonly children: readonly Explanation[];
}

export interface ExplanationInput {
  readonly name: string;
  readonly value: string | null;
  readonly unit: string;
}
