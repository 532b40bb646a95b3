import type { Decimal } from '../../kernel/index.ts';

/** A kind of income with the part of a source that is of this kind. */
export interface Characterization {
  readonly id: string;
  readonly percent: Decimal;
}

export interface TaxProfileRate {
  readonly characterizationId: string;
  readonly rate: Decimal;
  readonly isInactive?: boolean;
}

/** A tax: with one rate, or with a rate for each kind of income when it is subject to characterization. */
export interface TaxProfile {
  readonly id: string;
  readonly subjectToCharacterization: boolean;
  readonly isInactive?: boolean;
  readonly rate?: Decimal;
  readonly rates?: readonly TaxProfileRate[];
}

/** One shown row of a participant's tax. */
export interface TaxAllocation {
  readonly taxProfileId: string;
  readonly characterizationId?: string;
  /** Of the gross. */
  readonly percent: Decimal;
  readonly amount: Decimal;
}

/**
 * The taxes of a participant at a source: those of the first list, then of the next ones, each once, without inactive ones.
 *
 * The lists are, in this order, the participant's own, the source's and those assigned to 'all' sources.
 *
 * Source: calculations 5.3.
 */
export function applicableTaxProfiles(...lists: readonly (readonly TaxProfile[] | undefined)[]): readonly TaxProfile[] {
  const found = new Map<string, TaxProfile>();
  for (const profile of lists.flatMap((list) => list ?? [])) {
    if (profile.isInactive !== true && !found.has(profile.id)) found.set(profile.id, profile);
  }
  return [...found.values()];
}
