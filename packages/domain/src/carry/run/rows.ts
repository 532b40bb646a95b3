import type { Forfeiture } from './forfeiture.ts';
import type { Json } from './json.ts';
import type { SourceType } from './runRequest.ts';

/** Amounts of money as text, in stored form. */
export interface FigureTexts {
  readonly gross: string;
  readonly tax: string;
  readonly escrow: string;
  readonly loanRepayment: string;
  readonly otherAdjustment: string;
  readonly net: string;
}

export interface TaxLine {
  /** Null for an entered tax that has no profile to be split over. */
  readonly taxProfileId: string | null;
  readonly characterizationId: string | null;
  /** The rate of the profile, before applying the characterization's percentage. */
  readonly rate: string | null;
  readonly percent: string;
  readonly amount: string;
}

/** The part of a line that doesn't depend on the computation: participant, path and percentage. */
export interface OutlineLine {
  readonly id: string;
  readonly participantId: string;
  readonly parentId: string | null;
  readonly path: readonly string[];
  readonly effective: string;
  readonly original: string | null;
  readonly isTerminated: boolean;
}

/** A path by which carry reaches a participant. An entity's line is the sum of the lines below it. */
export interface DetailLine extends OutlineLine, FigureTexts {
  readonly isLeaf: boolean;
  readonly escrowPercent: string | null;
  readonly taxOverridden: boolean;
  readonly escrowOverridden: boolean;
  readonly taxes: readonly TaxLine[];
}

/** A stored forfeiture from applying vesting. Percentages are text. */
type ForfeitureLine = Json<Forfeiture>;

export interface SourceLine {
  readonly id: string;
  readonly sourceId: string;
  readonly type: SourceType;
  readonly profileId: string | null;
  /** The source's own percentage; null if the run's default applies. */
  readonly defaultEscrow: string | null;
  readonly netDistributableAmount: string;
  /** Null, with everything derived from it, if the source isn't determined. It then has no rows. */
  readonly gross: string | null;
  readonly adjustments: string | null;
  readonly net: string | null;
  readonly unallocated: string | null;
  readonly numberOfParticipants: number | null;
  readonly characterizations: readonly { readonly id: string; readonly percent: string }[];
  /** True if a tax profile needs characterizations and the source has none, so that only entered taxes are determined. */
  readonly isTaxUnknown?: boolean | undefined;
  /** The applied forfeitures with their recipients; absent if vesting wasn't applied. */
  readonly forfeitures?: readonly ForfeitureLine[];
  readonly details: readonly DetailLine[];
}

/** The totals of all sources; null if one of them isn't determined. */
export interface RunTotals extends FiguresOrNull {
  readonly netDistributable: string;
  readonly unallocated: string | null;
  readonly numberOfParticipants: number | null;
}

export type FiguresOrNull = { readonly [K in keyof FigureTexts]: string | null };

/** Returns true if all figures of a source, or of a run, are determined. */
export const isDetermined = ({ gross }: Pick<SourceLine | RunTotals, 'gross'>): boolean => gross !== null;

/**
 * Returns the ids of the rows of a source whose tax, and with it the net, isn't determined. An entered tax is determined, and so is the tax of a row
 * that gets nothing. An entity's row isn't if one below it isn't.
 */
export function untaxedLines({
  isTaxUnknown,
  details,
}: Pick<SourceLine, 'isTaxUnknown' | 'details'>): ReadonlySet<string> {
  const untaxed = new Set<string>();
  if (isTaxUnknown !== true) return untaxed;
  const parents = new Map(details.map(({ id, parentId }) => [id, parentId]));
  for (const { id, isLeaf, taxOverridden, gross } of details) {
    if (!isLeaf || taxOverridden || /^-?0\.00$/.test(gross)) continue;
    for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) untaxed.add(at);
  }
  return untaxed;
}

/** Returns true if all figures of a source, including its tax, are determined. */
export const isTaxed = (source: SourceLine): boolean => isDetermined(source) && untaxedLines(source).size === 0;

/** Removes the figures that an unknown tax leaves undetermined. */
export const withoutTax = <T extends FiguresOrNull>(figures: T): T => ({ ...figures, tax: null, net: null });

/** A stored run: every figure, row by row. Entities come before the rows below them. */
export interface RunRows<Source extends SourceLine = SourceLine> {
  readonly sources: readonly Source[];
  readonly totals: RunTotals;
}
