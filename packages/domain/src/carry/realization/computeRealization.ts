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

/** With members, an entity that passes on; the status is kept for who reads it and changes no figure. */
export interface RealizationHolder extends HolderInput {
  readonly status?: ParticipantStatus;
}

export interface RealizationSourceInput {
  readonly id: string;
  /** TotalCarryForAll. */
  readonly carry: Decimal;
  readonly allocations: readonly Share[];
  /** Whom it reaches, with the entities' members on its own day; those of the whole realization when left out. */
  readonly participants?: readonly RealizationHolder[];
}

export interface RealizationInput {
  readonly sources: readonly RealizationSourceInput[];
  /** With it, entities pass through to their members; without it everybody holds for himself. */
  readonly participants?: readonly RealizationHolder[];
}

export interface RealizationSourceResult {
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
  /** Sum of the sources' carry. */
  readonly totalCarry: Decimal;
}

const totalCarryFormula = defineFormula({
  id: 'realization.totalCarry',
  text: "total carry = sum of the sources' carry",
  inputs: { carry: 'money' },
  result: 'money',
  source: 'calculations 6',
});

/**
 * The total carry of a realization: what its editor shows while amounts are typed, and what is stored.
 *
 *     total = sum of the sources' carry
 *
 * Units:  money in major units. Source: calculations section 6.
 */
export const totalCarryOf = (carries: readonly Decimal[]): Decimal =>
  carries.reduce((sum: Decimal, carry) => sum.plus(carry), zero);

export interface RealizationDraft {
  readonly failures: Failures;
  /** Of the sources that can be computed. */
  readonly result: RealizationResult;
}

/**
 * Shares the carry of a realization out, source by source.
 *
 *     as calculations 5.1 with N = the source's carry;  total = sum of the sources' carry
 *
 * Units:  money in major units, effectives in percent units.
 * Source: calculations section 6.
 * Fails:  MONEY_SCALE, NEGATIVE_AMOUNT, and those of allocations and entities.
 */
export function computeRealization(input: RealizationInput, explain?: Recorder): Result<RealizationResult, Failures> {
  const { failures, result } = computeRealizationDraft(input, explain);
  return failures.length > 0 ? err(failures) : ok(result);
}

/** As `computeRealization` for a draft that is not yet right: sources with failures are left out, the others computed. */
export function computeRealizationDraft(input: RealizationInput, explain?: Recorder): RealizationDraft {
  const whole = createGrossEngine(input.participants);
  const failures: Failure[] = [...whole.failures];
  const refuse = refuseInto(failures);
  /** Where the sources that can be computed stand among all: their explanations lie there. */
  const positions: number[] = [];
  const sources = input.sources.flatMap(({ id, carry, allocations, participants }, i) => {
    const path = ['sources', i];
    const before = failures.length;
    checkMoney(carry, [...path, 'carry'], refuse);
    if (carry.lt(0)) refuse('NEGATIVE_AMOUNT', [...path, 'carry'], 'the carry of a source is never negative');
    const engine = participants === undefined ? whole : createGrossEngine(participants);
    if (participants !== undefined) {
      failures.push(...engine.failures.map((failure) => ({ ...failure, path: [...path, ...failure.path] })));
    }
    if (failures.length > before) return [];
    const shared = engine.share(carry, allocations, { path, failures, explain: explain?.within(path) });
    if (shared === undefined) return [];
    const part = shared.details.map(({ gross }, k) => figure(['details', k, 'gross'], gross));
    explain?.within(path).record(['gross'], sumFormula, { part }, shared.distributed);
    positions.push(i);
    return [{ id, carry, ...shared }];
  });
  const totalCarry = totalCarryOf(sources.map(({ carry }) => carry));
  const carry = sources.map((source, at) => figure(['sources', positions[at]!, 'carry'], source.carry));
  explain?.record(['totalCarry'], totalCarryFormula, { carry }, totalCarry);
  return { failures, result: { sources, ...totalGross(sources, explain, positions), totalCarry } };
}
