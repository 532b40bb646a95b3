/** The parts of a source that locate it in a fund or coinvestment. */
export interface PositionedSource {
  readonly id: string;
  /** The fund or coinvestment that the source is, or belongs to. */
  readonly holderId: string | null;
  /** For a tranche, the holding that it belongs to. */
  readonly partId?: string | null | undefined;
}

/** Reasons why two sources can't be in one forecast: they belong to different funds, or one contains the other. */
export type Exclusion = 'SOURCES_OF_SEVERAL_FUNDS' | 'SOURCES_OVERLAP';

/**
 * Returns why two sources exclude each other; undefined if they don't. Sources of different funds or coinvestments exclude each other. So do a whole
 * fund or coinvestment and its investments or tranches, and an investment and its tranches.
 */
export function findExclusion(first: PositionedSource, other: PositionedSource): Exclusion | undefined {
  if (first.id === other.id) return undefined;
  if (first.holderId !== other.holderId) return 'SOURCES_OF_SEVERAL_FUNDS';
  const contains = (whole: PositionedSource, part: PositionedSource) =>
    whole.id === whole.holderId || part.partId === whole.id;
  return contains(first, other) || contains(other, first) ? 'SOURCES_OVERLAP' : undefined;
}
