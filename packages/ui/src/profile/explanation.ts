/** What the domain answers to 'why this number?', as it comes over the wire. */
export interface Explanation {
  /** What the figure is: 'Gross · Amelia Hartmann · Fund I'. */
  readonly name?: string | undefined;
  /** The records that it is about, with where they are shown. */
  readonly records?: readonly ExplanationRecord[] | undefined;
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

export interface ExplanationRecord {
  readonly name: string;
  readonly href?: string | undefined;
}

export interface ExplanationInput {
  readonly name: string;
  readonly value: string | null;
  readonly unit: string;
}
