import {
  type Decimal,
  defineFormula,
  err,
  type Failures,
  fail,
  figure,
  hundred,
  ok,
  type Recorder,
  type Result,
  roundPercent,
  roundTo,
  zero,
} from '../../kernel/index.ts';
import {
  type AllocationProfile,
  type ComputedEntry,
  type ComputedProfile,
  entryFields,
  effectiveTotal,
  type ProfileEntry,
  type ProfileTotals,
  SHARES_DECIMALS,
  sumDecimals,
  TOTAL_PERCENT_DECIMALS,
  unallocatedPercent,
} from './profile.ts';

const ROUNDING = 'half away from zero, to 10 decimals';

const addedFormula = defineFormula({
  id: 'allocation.effective.added',
  text: 'effective = fixed + discretionary',
  inputs: { fixed: 'percent', discretionary: 'percent' },
  result: 'percent',
  rounding: ROUNDING,
  source: 'docs/calculations/allocation-profile.md',
});

const predilutedFormula = defineFormula({
  id: 'allocation.effective.prediluted',
  text: 'effective = max(0, 100 - sum of the effectives without predilute) x predilute / 100',
  inputs: { predilute: 'percent', 'effectives without predilute': 'percent', rest: 'percent' },
  result: 'percent',
  rounding: ROUNDING,
  source: 'docs/calculations/allocation-profile.md',
});

const sharesFormula = defineFormula({
  id: 'allocation.effective.shares',
  text: 'effective = shares / total shares x 100',
  inputs: { shares: 'shares', 'total shares': 'shares' },
  result: 'percent',
  rounding: ROUNDING,
  source: 'docs/calculations/allocation-profile.md',
});

const errorFormula = defineFormula({
  id: 'allocation.effective.error',
  text: 'effective = 0, because the entry has both a predilute and a fixed or discretionary percentage',
  inputs: { predilute: 'percent', fixed: 'percent', discretionary: 'percent' },
  result: 'percent',
  source: 'docs/calculations/allocation-profile.md',
});

const totalFormula = defineFormula({
  id: 'allocation.total',
  text: 'total = sum of the effectives',
  inputs: { effective: 'percent' },
  result: 'percent',
  rounding: 'half away from zero, to 4 decimals',
  source: 'docs/calculations/allocation-profile.md',
});

const unallocatedFormula = defineFormula({
  id: 'allocation.unallocated',
  text: 'unallocated = max(0, 100 - total)',
  inputs: { total: 'percent' },
  result: 'percent',
  source: 'docs/calculations/allocation-profile.md',
});

/**
 * Computes the effective percentage of every participant in an allocation profile.
 *
 *     without predilute: effective = fixed + discretionary
 *     with predilute:    effective = max(0, 100 - sum of the effectives without predilute) x predilute / 100
 *     share-based:       effective = shares / total shares x 100
 *
 * An entry with both a predilute and a fixed or discretionary percentage is marked as an error, and its effective percentage is 0. `checkProfileUse`
 * decides whether the profile can be used.
 *
 * Units:  percent (12.5 is 12.5%), effectives with 10 decimals; totals with 4, shares with 2.
 * Source: docs/calculations/allocation-profile.md.
 * Fails:  NEGATIVE_INPUT (each one), NO_SHARES.
 */
export function computeProfile(profile: AllocationProfile, explain?: Recorder): Result<ComputedProfile, Failures> {
  const failures = inputFailures(profile);
  if (failures.length > 0) return err(failures);
  const entries =
    profile.method === 'shares' ? shareEntries(profile.entries, explain) : percentEntries(profile.entries, explain);
  const effectives = entries.map((entry) => entry.effective);
  const totals = totalsOf(profile.entries, effectives);
  const effective = effectives.map((value, i) => figure(['entries', i, 'effective'], value));
  explain?.record(['totals', 'effective'], totalFormula, { effective }, totals.effective);
  const unallocated = unallocatedPercent(effectives);
  const total = figure(['totals', 'effective'], totals.effective);
  explain?.record(['unallocated'], unallocatedFormula, { total }, unallocated);
  return ok({ entries, totals, unallocated });
}

function inputFailures({ method, entries }: AllocationProfile): Failures {
  const negative = entries.flatMap((entry, i) =>
    entryFields
      .filter((field) => entry[field]?.lessThan(zero))
      .map((field) => fail('NEGATIVE_INPUT', ['entries', i, field], `${field} of an entry can’t be negative`)),
  );
  if (negative.length > 0 || method !== 'shares') return negative;
  if (entries.some((entry) => roundedInput(entry.shares) !== undefined)) return [];
  return [fail('NO_SHARES', ['entries'], 'a share-based profile needs an entry with shares')];
}

function percentEntries(entries: readonly ProfileEntry[], explain?: Recorder): readonly ComputedEntry[] {
  const added = entries.map((entry) => (roundedInput(entry.predilute) === undefined ? addedPercent(entry) : undefined));
  const addedTotal = sumDecimals(added.map((percent) => percent ?? zero));
  const rest = hundred.greaterThan(addedTotal) ? hundred.minus(addedTotal) : zero;
  return entries.map((entry, i): ComputedEntry => {
    const { id, predilute = zero, fixed = zero, discretionary = zero } = entry;
    const effectivePath = ['entries', i, 'effective'];
    const effective = added[i];
    if (effective !== undefined) {
      explain?.record(effectivePath, addedFormula, { fixed, discretionary }, effective);
      return { id, effective };
    }
    if (!fixed.isZero() || !discretionary.isZero()) {
      explain?.record(effectivePath, errorFormula, { predilute, fixed, discretionary }, zero);
      return { id, effective: zero, error: 'PREDILUTE_WITH_OTHERS' };
    }
    const prediluted = roundPercent(rest.times(predilute).div(hundred));
    const inputs = { predilute, 'effectives without predilute': addedTotal, rest };
    explain?.record(effectivePath, predilutedFormula, inputs, prediluted);
    return { id, effective: prediluted };
  });
}

function shareEntries(entries: readonly ProfileEntry[], explain?: Recorder): readonly ComputedEntry[] {
  const total = sumDecimals(entries.map((entry) => entry.shares ?? zero));
  return entries.map(({ id, shares = zero }, i) => {
    const effective = roundPercent(shares.times(hundred).div(total));
    explain?.record(['entries', i, 'effective'], sharesFormula, { shares, 'total shares': total }, effective);
    return { id, effective };
  });
}

function addedPercent({ fixed = zero, discretionary = zero }: ProfileEntry): Decimal {
  return roundPercent(fixed.plus(discretionary));
}

function totalsOf(entries: readonly ProfileEntry[], effectives: readonly Decimal[]): ProfileTotals {
  const total = (field: (typeof entryFields)[number], decimals: number) =>
    roundTo(sumDecimals(entries.map((entry) => entry[field] ?? zero)), decimals);
  return {
    predilute: total('predilute', TOTAL_PERCENT_DECIMALS),
    fixed: total('fixed', TOTAL_PERCENT_DECIMALS),
    discretionary: total('discretionary', TOTAL_PERCENT_DECIMALS),
    effective: effectiveTotal(effectives),
    shares: total('shares', SHARES_DECIMALS),
  };
}

/** Blank and 0 both mean 'no value'. */
function roundedInput(value: Decimal | undefined): Decimal | undefined {
  return value === undefined || value.isZero() ? undefined : value;
}
