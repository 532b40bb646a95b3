import { decimal, type Decimal, type Failures } from '../../kernel/index.ts';
import { computeForecastDraftAt } from './engineVersions.ts';
import { carryOfSource } from './computeForecast.ts';
import type { ForecastInput, ForecastResult } from './forecast.ts';
import type { ForecastCarry } from './computeForecast.ts';

/** What a forecast comes to with every multiple moved by a step. */
export interface ForecastScenario {
  readonly step: Decimal;
  /** Why it is not determined; none where it is. */
  readonly failures: Failures;
  readonly result: ForecastResult;
  /** Of every source, also of one that cannot be shared out. */
  readonly carries: ReadonlyMap<string, ForecastCarry>;
}

const STEPS_EACH_WAY = 2;

/** The steps of the scenarios of a forecast, from the lowest up: twice down, once down, as it is, once up, twice up. */
export const scenarioSteps = (step: string): readonly Decimal[] =>
  Array.from({ length: 2 * STEPS_EACH_WAY + 1 }, (_, at) => decimal(step).times(at - STEPS_EACH_WAY));

/** The input of a scenario; the forecast as it is where the step is zero. */
export const scenarioInput = (input: ForecastInput, step: Decimal): ForecastInput =>
  step.isZero() ? input : { ...input, step };

/**
 * A kept forecast with every multiple moved by each step; allocations, members and adjustments stay as they were kept.
 *
 *     multiple = multiple of the forecast + step;  or, where the gross was typed: gross = gross + invested amount x step
 *
 * Units:  steps are multiples (0.25 is a quarter of what is invested).
 * Source: calculations section 6.
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

const none = decimal('0');
const nothing: ForecastResult = {
  sources: [],
  participants: [],
  entities: [],
  totals: { gross: none, carryAdjustment: none, net: none, distributed: none, unallocated: none },
};
