/** Why a figure can't be explained to this reader. Another attempt would be refused as well. */
export class ExplanationRefused extends Error {}

/** The domain's explanation of a figure, in the format of the API. */
export interface Explanation {
  /** The name of the figure: 'Gross · Amelia Hartmann · Fund I'. */
  readonly name?: string | undefined;
  /** The records of the figure, with their links. */
  readonly records?: readonly ExplanationRecord[] | undefined;
  /** The formula in words and signs. */
  readonly text: string;
  readonly inputs: readonly ExplanationInput[];
  readonly result: string | null;
  readonly unit: string;
  readonly rounding?: string | undefined;
  /** The source of the rule: a section, a paper, a statute. */
  readonly source: string;
  /** A note, for example that the figure does not apply, or that a rate is not annualized. */
  readonly note?: string | undefined;
  /** Why the figure is not determined, and how to fix that. */
  readonly whyNot?: { readonly message: string; readonly mend: string } | undefined;
  /** The ledger entries of the figure. */
  readonly entries?: readonly ExplanationEntry[] | undefined;
  /** Saves the explanation of the requested figure as a file. */
  readonly onPrint?: (() => void) | undefined;
  /** Identifies the requested figure for notes on it. */
  readonly noted?: NotedFigure | undefined;
  /** The derivations of the inputs that are computed themselves. */
  readonly children: readonly Explanation[];
}

/** A figure that people can write notes on: of a record, at a date. */
export interface NotedFigure {
  readonly objectId: string;
  /** The module that stores the notes, if it has notes of its own. */
  readonly application?: 'performance' | undefined;
  readonly figure: string;
  readonly figureDate: string | null;
}

/** A ledger entry with its counted amount. */
export interface ExplanationEntry {
  readonly id: string;
  readonly title: string;
  readonly subject: string | null;
  /** Null if all entries are of one fund. */
  readonly fund: string | null;
  readonly date: string;
  readonly booked: string;
  readonly isLate: boolean;
  readonly isReversal: boolean;
  /** The unit of its amounts; money if omitted. */
  readonly unit?: string | undefined;
  readonly amount: string;
  readonly counted: string;
  readonly sharedBy: string | null;
  readonly source: { readonly name: string; readonly row: number | null; readonly href?: string | undefined } | null;
  readonly href?: string | undefined;
}

interface ExplanationRecord {
  readonly name: string;
  readonly href?: string | undefined;
}

interface ExplanationInput {
  readonly name: string;
  readonly value: string | null;
  readonly unit: string;
}
