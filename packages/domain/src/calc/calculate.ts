import { createExplanations } from '../kernel/index.ts';
import { accountCalculators } from './accountCalculators.ts';
import { allocationCalculators } from './allocationCalculators.ts';
import { type Calculator, type JsonRecord, type PrintedFailure, printFailure } from './calculator.ts';
import { compensationCalculators } from './compensationCalculators.ts';
import { distributionCalculators } from './distributionCalculators.ts';
import { fundCalculators } from './fundCalculators.ts';
import { ilpaCalculators } from './ilpaCalculators.ts';
import { ledgerCalculators } from './ledgerCalculators.ts';
import { performanceCalculators } from './performanceCalculators.ts';
import { returnCalculators } from './returnCalculators.ts';
import { vestingCalculators } from './vestingCalculators.ts';
import { waterfallCalculators } from './waterfallCalculators.ts';

/** Every rule that can be called by name, with an example input. */
export const calculators: readonly Calculator[] = [
  ...allocationCalculators,
  ...vestingCalculators,
  ...distributionCalculators,
  ...performanceCalculators,
  ...returnCalculators,
  ...fundCalculators,
  ...ledgerCalculators,
  ...accountCalculators,
  ...ilpaCalculators,
  ...waterfallCalculators,
  ...compensationCalculators,
];

export type Calculation =
  | { readonly kind: 'result'; readonly output: JsonRecord }
  | { readonly kind: 'refused' | 'malformed'; readonly output: { readonly errors: readonly PrintedFailure[] } };

/**
 * Runs a calculator on any JSON value. Returns the result, or every reason why there is none. Never throws.
 *
 * With `explain`, the result lists the formula, the named inputs and the rounding of each figure under `explanations`.
 *
 * Source: docs/calculations/README.md.
 */
export function calculate(calculator: Calculator, input: unknown, { explain = false } = {}): Calculation {
  const explanations = explain ? createExplanations() : undefined;
  const answer = calculator.run(input, explanations);
  if (answer.kind !== 'result') return { kind: answer.kind, output: { errors: answer.failures.map(printFailure) } };
  const { result, warnings } = answer;
  return {
    kind: 'result',
    output: {
      ...result,
      ...(warnings.length === 0 ? {} : { warnings: warnings.map(printFailure) }),
      ...(explanations === undefined ? {} : { explanations: explanations.list() }),
    },
  };
}
