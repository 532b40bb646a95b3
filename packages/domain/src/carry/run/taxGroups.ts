import { type Failure, numberText, type Path, type Recorder } from '../../kernel/index.ts';
import { type AppliedRate, applicableTaxProfiles, applyTaxProfiles, type TaxProfile } from '../tax/index.ts';
import { checkPercent, type Refuse } from './checks.ts';
import type { DistributionInput, ParticipantInput, SourceInput } from './distribution.ts';

/** Groups participants with the same taxes of their own, so that a source prepares each combination once. */
export interface TaxGroups {
  readonly groups: readonly (readonly TaxProfile[])[];
  readonly groupOf: ReadonlyMap<ParticipantInput, number>;
}

/** The taxes of one source: the rates of each group in use. */
export interface SourceTaxes {
  readonly ratesByGroup: readonly (readonly AppliedRate[])[];
  /** Profiles that are subject to characterization although the source has none. */
  readonly uncharacterized: readonly string[];
  readonly failures: readonly Failure[];
}

export function groupTaxes(participants: readonly ParticipantInput[]): TaxGroups {
  const groups: (readonly TaxProfile[])[] = [];
  const groupOf = new Map<ParticipantInput, number>();
  const positions = new Map<string, number>();
  for (const participant of participants) {
    const own = applicableTaxProfiles(participant.taxProfiles);
    const key = JSON.stringify(own.map(({ id }) => id));
    let group = positions.get(key);
    if (group === undefined) {
      group = groups.push(own) - 1;
      positions.set(key, group);
    }
    groupOf.set(participant, group);
  }
  return { groups, groupOf };
}

/** Prepares the taxes of a source for the groups that it reaches. Each profile is evaluated once. */
export function sourceTaxes(
  source: SourceInput,
  allSources: readonly TaxProfile[] | undefined,
  { groups }: TaxGroups,
  inUse: ReadonlySet<number>,
  path: Path,
  explain?: Recorder,
): SourceTaxes {
  const failures: Failure[] = [];
  const uncharacterized = new Set<string>();
  const ratesByProfile = new Map<string, readonly AppliedRate[]>();
  const ratesOf = (profile: TaxProfile): readonly AppliedRate[] => {
    const existing = ratesByProfile.get(profile.id);
    if (existing !== undefined) return existing;
    const applied = applyTaxProfiles([profile], source.characterizations ?? [], path, explain?.within(['taxRates']));
    for (const id of applied.isOk() ? applied.value.uncharacterized : []) uncharacterized.add(id);
    if (applied.isErr()) failures.push(...applied.error);
    const rates = applied.isOk() ? applied.value.rates : [];
    ratesByProfile.set(profile.id, rates);
    return rates;
  };
  const ratesByGroup = groups.map((own, group) =>
    inUse.has(group) ? applicableTaxProfiles(own, source.taxProfiles, allSources).flatMap(ratesOf) : [],
  );
  return { ratesByGroup, uncharacterized: [...uncharacterized], failures };
}

/**
 * Checks every tax profile of an input.
 *
 * Fails: PERCENT_RANGE, PERCENT_SCALE; TAX_RATE_DUPLICATE (two active rates for one characterization);
 *        TAX_PROFILE_CONFLICT (one id with different contents).
 */
export function checkTaxProfiles(input: DistributionInput, refuse: Refuse): void {
  const profilesById = new Map<string, { readonly profile: TaxProfile; readonly text: string }>();
  const check = (profiles: readonly TaxProfile[] | undefined, path: Path) => {
    profiles?.forEach((profile, i) => {
      const before = profilesById.get(profile.id);
      if (before?.profile === profile) return;
      const text = contentOf(profile);
      if (before === undefined) {
        profilesById.set(profile.id, { profile, text });
        checkRates(profile, [...path, i], refuse);
      } else if (before.text !== text) {
        refuse('TAX_PROFILE_CONFLICT', [...path, i], `tax profile ${profile.id} appears twice with different contents`);
      }
    });
  };
  input.participants.forEach(({ taxProfiles }, i) => {
    check(taxProfiles, ['participants', i, 'taxProfiles']);
  });
  input.sources.forEach(({ taxProfiles }, i) => {
    check(taxProfiles, ['sources', i, 'taxProfiles']);
  });
  check(input.taxProfiles, ['taxProfiles']);
}

function checkRates({ id, rate, rates }: TaxProfile, path: Path, refuse: Refuse): void {
  checkPercent(rate, [...path, 'rate'], refuse);
  const active = new Set<string>();
  rates?.forEach(({ characterizationId, rate: percent, isInactive }, i) => {
    checkPercent(percent, [...path, 'rates', i, 'rate'], refuse);
    if (isInactive === true) return;
    if (active.has(characterizationId)) {
      refuse('TAX_RATE_DUPLICATE', [...path, 'rates', i], `tax profile ${id} has two rates for ${characterizationId}`);
    }
    active.add(characterizationId);
  });
}

function contentOf({ subjectToCharacterization, isInactive, rate, rates = [] }: TaxProfile): string {
  const rows = rates.map((row) => [row.characterizationId, numberText(row.rate), row.isInactive === true]);
  const own = rate === undefined ? null : numberText(rate);
  return JSON.stringify([subjectToCharacterization, isInactive === true, own, rows]);
}
