import { decimal, type Decimal, type Failures } from '../../kernel/index.ts';
import { computeForecastDraftAt } from './engineVersions.ts';
import { carryOfSource, type ForecastCarry } from './computeForecast.ts';
import type { ForecastInput, ForecastResult } from './forecast.ts';

/** A forecast with every multiple shifted by a step. */
export interface ForecastScenario {
  readonly step: Decimal;
  /** Reasons why the scenario isn't determined; empty if it is. */
  readonly failures: Failures;
  readonly result: ForecastResult;
  /** The carry of every source, even of one that can't be allocated. */
  readonly carries: ReadonlyMap<string, ForecastCarry>;
}

const STEPS_EACH_SIDE = 2;

/** Returns the scenario steps of a forecast in ascending order: minus two, minus one, zero, plus one and plus two times the step. */
export const scenarioSteps = (step: string): readonly Decimal[] =>
  Array.from({ length: 2 * STEPS_EACH_SIDE + 1 }, (_, at) => decimal(step).times(at - STEPS_EACH_SIDE));

/** Returns the input of a scenario; the unchanged forecast if the step is zero. */
export const scenarioInput = (input: ForecastInput, step: Decimal): ForecastInput =>
  step.isZero() ? input : { ...input, step };

/**
 * Computes a stored forecast with every multiple shifted by each step. Allocations, members and adjustments are the stored ones.
 *
 *     multiple = multiple of the forecast + step;  or, if the gross was typed: gross = gross + invested amount x step
 *
 * Units:  steps are multiples (0.25 is a quarter of the invested amount).
 * Source: docs/calculations/forecast.md.
 */
export function forecastScenarios(
  version: string,
  input: ForecastInput,
  steps: readonly Decimal[],
): readonly ForecastScenario[] {
  return steps.map((step) => {
    const moved = scenarioInput(input, step);
    const { failures, result } = computeForecastDraftAt(version, moved).match(
      (draft) => draft,
      (unknown) => ({ failures: unknown, result: nothing }),
    );
    const carries = new Map(moved.sources.map((source) => [source.id, carryOfSource(source, moved.step)]));
    return { step, failures, result, carries };
  });
}

const zeroAmount = decimal('0');
const nothing: ForecastResult = {
  sources: [],
  participants: [],
  entities: [],
  totals: {
    gross: zeroAmount,
    carryAdjustment: zeroAmount,
    net: zeroAmount,
    distributed: zeroAmount,
    unallocated: zeroAmount,
  },
};
