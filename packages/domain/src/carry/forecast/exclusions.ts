/** A source as far as it says what it belongs to. */
export interface PlacedSource {
  readonly id: string;
  /** The fund or coinvestment that it is, or is a part of. */
  readonly holderId: string | null;
  /** The part of an investment that it is a tranche of. */
  readonly partId?: string | null | undefined;
}

/** Why two sources are not of one forecast: they are of several funds, or one contains the other. */
export type Exclusion = 'SOURCES_OF_SEVERAL_FUNDS' | 'SOURCES_OVERLAP';

/**
 * Which sources exclude each other: those of several funds or coinvestments; a whole fund or coinvestment and its investments and tranches; an
 * investment and its tranches.
 *
 * Source: carry specification section 4, 'Forecast source selection'.
 */
export function exclusionOf(one: PlacedSource, other: PlacedSource): Exclusion | undefined {
  if (one.id === other.id) return undefined;
  if (one.holderId !== other.holderId) return 'SOURCES_OF_SEVERAL_FUNDS';
  const contains = (whole: PlacedSource, part: PlacedSource) => whole.id === whole.holderId || part.partId === whole.id;
  return contains(one, other) || contains(other, one) ? 'SOURCES_OVERLAP' : undefined;
}
