import {
  type Decimal,
  defineFormula,
  err,
  type Failure,
  type Failures,
  fail,
  figure,
  hundred,
  ok,
  PERCENT_DECIMALS,
  type Recorder,
  required,
  type Result,
  roundPercent,
  zero,
  type FailureCode,
  zip,
} from '../../kernel/index.ts';
import { allocate } from '../../kernel/apportionment/index.ts';
import { computeProfile } from './computeProfile.ts';
import {
  type AllocationMethod,
  type AllocationProfile,
  type ProfileEntry,
  sumDecimals,
  TOTAL_PERCENT_DECIMALS,
} from './profile.ts';

export interface Reallocation extends AllocationProfile {
  /** The id of the entry to remove. */
  readonly removed: string;
  /** The ids of the entries that receive its percentage. */
  readonly recipients: readonly string[];
  /** Decimals of the reallocated shares. Defaults to the precision of the number format; stored profiles use 2. */
  readonly sharesDecimals?: number;
}

interface ReallocatedEntry extends ProfileEntry {
  readonly adjustment: Decimal;
  /** The effective percentage that the new version computes. */
  readonly effective: Decimal;
}

export interface ReallocatedProfile {
  readonly method: AllocationMethod;
  readonly entries: readonly ReallocatedEntry[];
}

const adjustmentFormula = defineFormula({
  id: 'allocation.reallocate.adjustment',
  text: "adjustment = removed effective x recipient's effective / sum of the recipients' effectives",
  inputs: { removed: 'percent', effective: 'percent', 'recipients total': 'percent' },
  result: 'percent',
  rounding: 'largest remainder at 4 decimals, at 10 when the removed effective has more than 4',
  source: 'docs/calculations/reallocation.md',
});

const targetFormula = defineFormula({
  id: 'allocation.reallocate.effective',
  text: 'effective = old effective + adjustment',
  inputs: { 'old effective': 'percent', adjustment: 'percent' },
  result: 'percent',
  source: 'docs/calculations/reallocation.md',
});

/** Decimals of reallocated shares in the output: the precision that the number format accepts. */
const WRITTEN_SHARES_DECIMALS = 12;

/**
 * Removes an entry from a profile and gives its percentage to chosen recipients, in proportion to theirs. All other entries keep their percentage.
 *
 *     target = old effective + adjustment
 *     without predilute: fixed + adjustment
 *     with predilute:    predilute = target / (100 - sum of the targets without predilute) x 100
 *
 * In share-based profiles, the removed shares go to the recipients in proportion to the adjustments, and no other shares change. Because effectives
 * are rounded to 10 decimals, one may differ from its target by 1 in the tenth decimal.
 *
 * Units:  percent; adjustments add up to the removed effective exactly.
 * Source: docs/calculations/reallocation.md.
 * Fails:  as `computeProfile`; REPEATED_ENTRY, NO_RECIPIENTS, UNKNOWN_ENTRY, REPEATED_RECIPIENT, REMOVED_IS_RECIPIENT,
 *         NOTHING_TO_REALLOCATE, RECIPIENTS_HAVE_NOTHING, NO_ROOM_FOR_PREDILUTE (the profile is over-allocated).
 */
export function reallocate(input: Reallocation, explain?: Recorder): Result<ReallocatedProfile, Failures> {
  return computeProfile(input).andThen((before) => {
    const failures = choiceFailures(input);
    if (failures.length > 0) return err(failures);
    const effectives = new Map(before.entries.map(({ id, effective }) => [id, effective]));
    return adjustmentsOf(input, effectives, explain).andThen((adjustments) => {
      const written =
        input.method === 'shares' ? writeShares(input, adjustments) : writePercents(input, effectives, adjustments);
      return written.andThen((entries) => withEffectives(input.method, entries, effectives, adjustments, explain));
    });
  });
}

type Percents = ReadonlyMap<string, Decimal>;
type Written = Result<readonly ProfileEntry[], Failures>;

function choiceFailures({ entries, removed, recipients }: Reallocation): Failures {
  const entryIds = new Set(entries.map((entry) => entry.id));
  const failures: Failure[] = [];
  if (entryIds.size < entries.length)
    failures.push(fail('REPEATED_ENTRY', ['entries'], 'two entries have the same id'));
  if (!entryIds.has(removed)) failures.push(fail('UNKNOWN_ENTRY', ['removed'], `there is no entry ${removed}`));
  if (recipients.length === 0)
    failures.push(fail('NO_RECIPIENTS', ['recipients'], 'choose the entries that get the percentage'));
  recipients.forEach((id, i) => {
    const add = (code: FailureCode, detail: string) => failures.push(fail(code, ['recipients', i], detail));
    if (!entryIds.has(id)) add('UNKNOWN_ENTRY', `there is no entry ${id}`);
    if (id === removed) add('REMOVED_IS_RECIPIENT', 'the removed entry can’t be a recipient');
    if (recipients.indexOf(id) !== i) add('REPEATED_RECIPIENT', `${id} is named twice`);
  });
  return failures;
}

function adjustmentsOf(input: Reallocation, effectives: Percents, explain?: Recorder): Result<Percents, Failures> {
  const { removed, recipients } = input;
  const rate = effectiveOf(removed, effectives);
  if (rate.isZero())
    return err([fail('NOTHING_TO_REALLOCATE', ['removed'], `${removed} has no percentage to reallocate`)]);
  const weights = recipients.map((id) => effectiveOf(id, effectives));
  return shareOfRate(rate, weights).map((parts) => {
    const adjustments = new Map(zip(recipients, parts));
    if (explain !== undefined) explainAdjustments(explain, rate, effectives, adjustments);
    return adjustments;
  });
}

const effectiveOf = (id: string, effectives: Percents): Decimal =>
  required(effectives.get(id), 'the effective percentage of an entry');

/**
 * Splits a percentage over recipients in proportion to their own percentages.
 *
 * Units:  percent; the parts add up to the rate exactly, at 4 decimals, or at 10 when the rate has more than 4.
 * Source: docs/calculations/reallocation.md.
 * Fails:  RECIPIENTS_HAVE_NOTHING.
 */
export function shareOfRate(rate: Decimal, weights: readonly Decimal[]): Result<readonly Decimal[], Failures> {
  const decimals = rate.decimalPlaces() > TOTAL_PERCENT_DECIMALS ? PERCENT_DECIMALS : TOTAL_PERCENT_DECIMALS;
  return allocate(rate, weights, decimals).mapErr(() => [
    fail('RECIPIENTS_HAVE_NOTHING', ['recipients'], 'choose a recipient with a percentage above zero'),
  ]);
}

function writePercents({ entries, removed }: Reallocation, effectives: Percents, adjustments: Percents): Written {
  const staying = entries.filter((entry) => entry.id !== removed);
  const isPrediluted = (entry: ProfileEntry): entry is ProfileEntry & { readonly predilute: Decimal } =>
    entry.predilute !== undefined && !entry.predilute.isZero();
  const isInError = ({ fixed = zero, discretionary = zero }: ProfileEntry) => !fixed.plus(discretionary).isZero();
  const target = ({ id }: ProfileEntry) => effectiveOf(id, effectives).plus(adjustments.get(id) ?? zero);
  const rest = hundred.minus(sumDecimals(staying.filter((entry) => !isPrediluted(entry)).map(target)));
  const failures: Failure[] = [];
  const written = staying.map((entry): ProfileEntry => {
    const adjustment = adjustments.get(entry.id);
    if (!isPrediluted(entry)) {
      return adjustment === undefined ? entry : { ...entry, fixed: (entry.fixed ?? zero).plus(adjustment) };
    }
    const effective = target(entry);
    if (isInError(entry)) return entry;
    if (!rest.greaterThan(zero)) {
      const path = ['entries', entries.indexOf(entry)];
      if (!effective.isZero())
        failures.push(fail('NO_ROOM_FOR_PREDILUTE', path, 'the other entries already total 100% or more'));
      return entry;
    }
    const isUnchanged = roundPercent(rest.times(entry.predilute).div(hundred)).equals(effective);
    return isUnchanged ? entry : { ...entry, predilute: roundPercent(effective.times(hundred).div(rest)) };
  });
  return failures.length > 0 ? err(failures) : ok(written);
}

function writeShares(input: Reallocation, adjustments: Percents): Written {
  const { entries, removed, recipients, sharesDecimals } = input;
  const sharesOf = (id: string) => entries.find((entry) => entry.id === id)?.shares ?? zero;
  // With few decimals, the rounded adjustments would shift more than the last digit, so use the shares themselves.
  const weights = sharesDecimals === undefined ? [...adjustments.values()] : recipients.map(sharesOf);
  return allocate(sharesOf(removed), weights, sharesDecimals ?? WRITTEN_SHARES_DECIMALS).map((parts) =>
    entries
      .filter((entry) => entry.id !== removed)
      .map((entry) => {
        const part = parts[recipients.indexOf(entry.id)];
        return part === undefined ? entry : { ...entry, shares: (entry.shares ?? zero).plus(part) };
      }),
  );
}

function withEffectives(
  method: AllocationMethod,
  entries: readonly ProfileEntry[],
  old: Percents,
  adjustments: Percents,
  explain?: Recorder,
): Result<ReallocatedProfile, Failures> {
  return computeProfile({ method, entries }).map((after) => ({
    method,
    entries: zip(entries, after.entries).map(([entry, { effective }], i) => {
      const adjustment = adjustments.get(entry.id) ?? zero;
      const inputs = {
        'old effective': effectiveOf(entry.id, old),
        adjustment: figure(['adjustments', entry.id], adjustment),
      };
      explain?.record(['entries', i, 'effective'], targetFormula, inputs, effective);
      return { ...entry, adjustment, effective };
    }),
  }));
}

function explainAdjustments(explain: Recorder, removed: Decimal, effectives: Percents, adjustments: Percents): void {
  const total = sumDecimals([...adjustments.keys()].map((id) => effectiveOf(id, effectives)));
  for (const [id, adjustment] of adjustments) {
    const inputs = { removed, effective: effectiveOf(id, effectives), 'recipients total': total };
    explain.record(['adjustments', id], adjustmentFormula, inputs, adjustment);
  }
}
