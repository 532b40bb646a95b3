import type { Forfeiture } from './forfeiture.ts';
import type { Json } from './json.ts';
import type { SourceType } from './runRequest.ts';

/** Money as text, as it is stored and answered. */
export interface FigureTexts {
  readonly gross: string;
  readonly tax: string;
  readonly escrow: string;
  readonly loanRepayment: string;
  readonly otherAdjustment: string;
  readonly net: string;
}

export interface TaxLine {
  /** Null for a given tax that has no profile to be split over. */
  readonly taxProfileId: string | null;
  readonly characterizationId: string | null;
  /** The rate of the profile, before the characterization's part of it. */
  readonly rate: string | null;
  readonly percent: string;
  readonly amount: string;
}

/** The part of a line that is known before anything is computed: who it is, on which way and by which percentage. */
export interface OutlineLine {
  readonly id: string;
  readonly participantId: string;
  readonly parentId: string | null;
  readonly path: readonly string[];
  readonly effective: string;
  readonly original: string | null;
  readonly isTerminated: boolean;
}

/** One way by which carry reaches someone; an entity's line is the sum of the lines below it. */
export interface DetailLine extends OutlineLine, FigureTexts {
  readonly isLeaf: boolean;
  readonly escrowPercent: string | null;
  readonly taxOverridden: boolean;
  readonly escrowOverridden: boolean;
  readonly taxes: readonly TaxLine[];
}

/** What applying vesting took of a share of a source, as it is stored: percentages as text. */
export type ForfeitureLine = Json<Forfeiture>;

export interface SourceLine {
  readonly id: string;
  readonly sourceId: string;
  readonly type: SourceType;
  readonly profileId: string | null;
  /** The source's own; null where it is the run's default. */
  readonly defaultEscrow: string | null;
  readonly netDistributableAmount: string;
  /** Null, as everything that follows from it, for a source that is not determined: it has no rows then. */
  readonly gross: string | null;
  readonly adjustments: string | null;
  readonly net: string | null;
  readonly unallocated: string | null;
  readonly numberOfParticipants: number | null;
  readonly characterizations: readonly { readonly id: string; readonly percent: string }[];
  /** Whose vesting was applied, and to whom what was given up went; absent where it was not. */
  readonly forfeitures?: readonly ForfeitureLine[];
  readonly details: readonly DetailLine[];
}

/** Of all sources; null where one of them is not determined. */
export interface RunTotals extends FiguresOrNull {
  readonly netDistributable: string;
  readonly unallocated: string | null;
  readonly numberOfParticipants: number | null;
}

export type FiguresOrNull = { readonly [K in keyof FigureTexts]: string | null };

/** Whether all figures of a source, or of a run, are known. */
export const isDetermined = ({ gross }: Pick<SourceLine | RunTotals, 'gross'>): boolean => gross !== null;

/** A run as it is stored: every figure, row by row; entities come before the rows below them. */
export interface RunRows<Source extends SourceLine = SourceLine> {
  readonly sources: readonly Source[];
  readonly totals: RunTotals;
}
