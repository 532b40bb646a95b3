import type { ParticipantStatus } from '../escrow/index.ts';
import {
  checkMoney,
  createGrossEngine,
  type GrossRow,
  type GrossTotal,
  type HolderInput,
  refuseInto,
  type Share,
  sumFormula,
  totalGross,
} from '../run/index.ts';
import {
  type Decimal,
  defineFormula,
  err,
  type Failure,
  type Failures,
  figure,
  ok,
  type Recorder,
  type Result,
  zero,
} from '../../kernel/index.ts';

/** A participant. With members, an entity that passes its share through. The status is stored for readers and doesn't affect any figure. */
interface RealizationHolder extends HolderInput {
  readonly status?: ParticipantStatus;
}

interface RealizationSourceInput {
  readonly id: string;
  /** TotalCarryForAll. */
  readonly carry: Decimal;
  readonly allocations: readonly Share[];
  /** The participants with their members on the source's own date. If omitted, those of the whole realization. */
  readonly participants?: readonly RealizationHolder[];
}

export interface RealizationInput {
  readonly sources: readonly RealizationSourceInput[];
  /** If present, entities pass their share through to their members. If omitted, all holders keep their own share. */
  readonly participants?: readonly RealizationHolder[];
}

interface RealizationSourceResult {
  readonly id: string;
  readonly carry: Decimal;
  readonly distributed: Decimal;
  readonly unallocated: Decimal;
  /** `gross` is the participant's carry amount. */
  readonly details: readonly GrossRow[];
}

export interface RealizationResult {
  readonly sources: readonly RealizationSourceResult[];
  readonly participants: readonly GrossTotal[];
  readonly entities: readonly GrossTotal[];
  /** The sum of the sources' carry. */
  readonly totalCarry: Decimal;
}

const totalCarryFormula = defineFormula({
  id: 'realization.totalCarry',
  text: "total carry = sum of the sources' carry",
  inputs: { carry: 'money' },
  result: 'money',
  source: 'docs/calculations/realization.md',
});

/**
 * Returns the total carry of a realization, both for the editor while amounts are typed and for storage.
 *
 *     total = sum of the sources' carry
 *
 * Units:  money in major units. Source: docs/calculations/realization.md.
 */
export const sumCarry = (carries: readonly Decimal[]): Decimal =>
  carries.reduce((sum: Decimal, carry) => sum.plus(carry), zero);

export interface RealizationDraft {
  readonly failures: Failures;
  /** The figures of the sources that can be computed. */
  readonly result: RealizationResult;
}

/**
 * Allocates the carry of a realization, source by source.
 *
 *     as in a distribution with N = the source's carry;  total = sum of the sources' carry
 *
 * Units:  money in major units, effectives in percent units.
 * Source: docs/calculations/realization.md.
 * Fails:  MONEY_SCALE, NEGATIVE_AMOUNT, and those of allocations and entities.
 */
export function computeRealization(input: RealizationInput, explain?: Recorder): Result<RealizationResult, Failures> {
  const { failures, result } = computeRealizationDraft(input, explain);
  return failures.length > 0 ? err(failures) : ok(result);
}

/** Computes a draft that may still contain errors, as `computeRealization` does. Sources with failures are left out. */
export function computeRealizationDraft(input: RealizationInput, explain?: Recorder): RealizationDraft {
  const whole = createGrossEngine(input.participants);
  const failures: Failure[] = [...whole.failures];
  const refuse = refuseInto(failures);
  // Explanations of a computable source are recorded under its position among all sources.
  const positioned = input.sources.flatMap(({ id, carry, allocations, participants }, i) => {
    const path = ['sources', i];
    const before = failures.length;
    checkMoney(carry, [...path, 'carry'], refuse);
    if (carry.lt(0)) refuse('NEGATIVE_AMOUNT', [...path, 'carry'], 'the carry of a source can’t be negative');
    const engine = participants === undefined ? whole : createGrossEngine(participants);
    if (participants !== undefined) {
      failures.push(...engine.failures.map((failure) => ({ ...failure, path: [...path, ...failure.path] })));
    }
    if (failures.length > before) return [];
    const shared = engine.share(carry, allocations, { path, failures, explain: explain?.within(path) });
    if (shared === undefined) return [];
    const part = shared.details.map(({ gross }, k) => figure(['details', k, 'gross'], gross));
    explain?.within(path).record(['gross'], sumFormula, { part }, shared.distributed);
    return [{ position: i, details: shared.details, source: { id, carry, ...shared } }];
  });
  const sources = positioned.map(({ source }) => source);
  const totalCarry = sumCarry(sources.map(({ carry }) => carry));
  const carry = positioned.map(({ position, source }) => figure(['sources', position, 'carry'], source.carry));
  explain?.record(['totalCarry'], totalCarryFormula, { carry }, totalCarry);
  return { failures, result: { sources, ...totalGross(positioned, explain), totalCarry } };
}
