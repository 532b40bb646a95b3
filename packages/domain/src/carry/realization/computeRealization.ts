import {
  checkMoney,
  createGrossEngine,
  type GrossRow,
  type GrossTotal,
  type HolderInput,
  refuseInto,
  type Share,
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

export interface RealizationSourceInput {
  readonly id: string;
  /** TotalCarryForAll. */
  readonly carry: Decimal;
  readonly allocations: readonly Share[];
}

export interface RealizationInput {
  readonly sources: readonly RealizationSourceInput[];
  /** With it, entities pass through to their members; without it everybody holds for himself. */
  readonly participants?: readonly HolderInput[];
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
 * Shares the carry of a realization out, source by source.
 *
 *     as calculations 5.1 with N = the source's carry;  total = sum of the sources' carry
 *
 * Units:  money in major units, effectives in percent units.
 * Source: calculations section 6.
 * Fails:  MONEY_SCALE, NEGATIVE_AMOUNT, and those of allocations and entities.
 */
export function computeRealization(input: RealizationInput, explain?: Recorder): Result<RealizationResult, Failures> {
  const engine = createGrossEngine(input.participants);
  const failures: Failure[] = [...engine.failures];
  const refuse = refuseInto(failures);
  const sources = input.sources.flatMap(({ id, carry, allocations }, i) => {
    const path = ['sources', i];
    const before = failures.length;
    checkMoney(carry, [...path, 'carry'], refuse);
    if (carry.lt(0)) refuse('NEGATIVE_AMOUNT', [...path, 'carry'], 'the carry of a source is never negative');
    if (failures.length > before) return [];
    const shared = engine.share(carry, allocations, { path, failures, explain: explain?.within(path) });
    return shared === undefined ? [] : [{ id, carry, ...shared }];
  });
  if (failures.length > 0) return err(failures);
  const totalCarry = sources.reduce((sum: Decimal, { carry }) => sum.plus(carry), zero);
  const carry = sources.map((source, i) => figure(['sources', i, 'carry'], source.carry));
  explain?.record(['totalCarry'], totalCarryFormula, { carry }, totalCarry);
  return ok({ sources, ...totalGross(sources, explain), totalCarry });
}
