import type { Decimal } from '../../kernel/index.ts';

/** A kind of income with its percentage of a source. */
export interface Characterization {
  readonly id: string;
  readonly percent: Decimal;
}

interface TaxProfileRate {
  readonly characterizationId: string;
  readonly rate: Decimal;
  readonly isInactive?: boolean;
}

/** A tax with one rate or, if it is subject to characterization, with a rate for each kind of income. */
export interface TaxProfile {
  readonly id: string;
  readonly subjectToCharacterization: boolean;
  readonly isInactive?: boolean;
  readonly rate?: Decimal;
  readonly rates?: readonly TaxProfileRate[];
}

/** One displayed row of a participant's tax. */
export interface TaxAllocation {
  readonly taxProfileId: string;
  readonly characterizationId?: string;
  /** Percent of the gross. */
  readonly percent: Decimal;
  readonly amount: Decimal;
}

/**
 * Returns the active tax profiles of a participant at a source. The lists are combined in order, each profile once.
 *
 * The lists are the participant's own profiles, the source's, and those assigned to 'all' sources.
 *
 * Source: docs/calculations/tax.md.
 */
export function applicableTaxProfiles(...lists: readonly (readonly TaxProfile[] | undefined)[]): readonly TaxProfile[] {
  const found = new Map<string, TaxProfile>();
  for (const profile of lists.flatMap((list) => list ?? [])) {
    if (profile.isInactive !== true && !found.has(profile.id)) found.set(profile.id, profile);
  }
  return [...found.values()];
}
