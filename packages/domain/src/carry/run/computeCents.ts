import type { Failures, Recorder } from '../../kernel/index.ts';
import type { DistributionInput } from './distribution.ts';
import { type CentsSource, computeSource } from './engine.ts';
import { planDistribution } from './plan.ts';
import { type CentsTotals, totalCents } from './totals.ts';

export interface DistributionCents {
  readonly sources: readonly CentsSource[];
  readonly totals: CentsTotals;
  readonly input: DistributionInput;
}

/** Computes a distribution in whole cents. Callers convert the result to decimals. */
export function computeCents(
  input: DistributionInput,
  explain?: Recorder,
): { readonly failures: Failures; readonly core: DistributionCents } {
  const plan = planDistribution(input, explain);
  const failures = [...plan.failures];
  const sources = plan.sources.flatMap((source) => {
    const before = failures.length;
    const computed = computeSource(source, failures);
    return failures.length === before ? [computed] : [];
  });
  return { failures, core: { sources, totals: totalCents(sources, input.participants.length), input } };
}
