import { type Fraction, toFraction } from '../../kernel/cents/index.ts';
import {
  type Decimal,
  defineFormula,
  err,
  type Failure,
  type Failures,
  fail,
  hundred,
  ok,
  type Path,
  type Recorder,
  type Result,
  roundPercent,
} from '../../kernel/index.ts';
import type { Characterization, TaxProfile } from './taxProfile.ts';

/** A source's tax rate, applicable to any gross. Each has one displayed row. */
export interface AppliedRate {
  readonly taxProfileId: string;
  readonly characterizationId?: string;
  /** Percent of the gross, as stored and displayed. */
  readonly percent: Decimal;
  readonly fraction: Fraction;
}

export interface AppliedRates {
  readonly rates: readonly AppliedRate[];
  /** Profiles that are subject to characterization although the source has none. Their tax is missing, so the distribution can't be submitted. */
  readonly uncharacterized: readonly string[];
}

const taxPercentFormula = defineFormula({
  id: 'tax.percent',
  text: 'percent of the gross = characterization percent x rate / 100',
  inputs: { characterization: 'percent', rate: 'percent' },
  result: 'percent',
  rounding: 'half away from zero, to 10 decimals',
  source: 'docs/calculations/tax.md',
});

/**
 * Returns the rates by which a source's tax profiles tax a gross.
 *
 * A profile subject to characterization has one row for each characterization with a part above 0, at
 *
 *     TaxAllocationPercent = characterization percent x active rate / 100
 *
 * Otherwise it has one row at the profile's rate. The percentage is stored with 10 decimals, and amounts use the stored one.
 *
 * Units:  percent units.
 * Source: docs/calculations/tax.md.
 * Fails:  TAX_RATE_MISSING, naming profile and characterization, for each rate that is not there or inactive.
 */
export function applyTaxProfiles(
  profiles: readonly TaxProfile[],
  characterizations: readonly Characterization[],
  path: Path = [],
  explain?: Recorder,
): Result<AppliedRates, Failures> {
  const failures: Failure[] = [];
  const rates: AppliedRate[] = [];
  const uncharacterized: string[] = [];
  const present = characterizations.filter(({ percent }) => percent.gt(0));
  for (const profile of profiles) {
    if (!profile.subjectToCharacterization) {
      if (profile.rate === undefined) failures.push(missingRate(profile.id, undefined, path));
      else rates.push(appliedRate({ taxProfileId: profile.id, percent: profile.rate }));
      continue;
    }
    if (present.length === 0) uncharacterized.push(profile.id);
    for (const { id, percent: part } of present) {
      const rate = activeRate(profile, id);
      if (rate === undefined) {
        failures.push(missingRate(profile.id, id, path));
        continue;
      }
      const percent = roundPercent(part.times(rate).div(hundred));
      explain?.record([profile.id, id, 'percent'], taxPercentFormula, { characterization: part, rate }, percent);
      rates.push(appliedRate({ taxProfileId: profile.id, characterizationId: id, percent }));
    }
  }
  return failures.length > 0 ? err(failures) : ok({ rates, uncharacterized });
}

function appliedRate(row: Omit<AppliedRate, 'fraction'>): AppliedRate {
  return { ...row, fraction: toFraction(row.percent) };
}

function activeRate(profile: TaxProfile, characterizationId: string): Decimal | undefined {
  const rates = profile.rates ?? [];
  return rates.find((rate) => rate.characterizationId === characterizationId && rate.isInactive !== true)?.rate;
}

function missingRate(profileId: string, characterizationId: string | undefined, path: Path): Failure {
  const where = characterizationId === undefined ? '' : ` for characterization ${characterizationId}`;
  return fail('TAX_RATE_MISSING', path, `tax profile ${profileId} has no active rate${where}`);
}
