import { decimal, numberText, roundPercent } from '../../kernel/index.ts';

/**
 * Returns somebody's percentage of a run's total; null if the run distributes nothing.
 *
 *     effective = gross / net distributable x 100
 *
 * Units:  amounts in the run's currency; the percentage with 10 decimals.
 * Source: docs/calculations/numbers.md. Over several sources, it is the average of their percentages, weighted by amount.
 */
export function percentOfRun(gross: string, netDistributable: string): string | null {
  const whole = decimal(netDistributable);
  return whole.isZero() ? null : numberText(roundPercent(decimal(gross).div(whole).times(100)));
}
