import { decimal, numberText, roundPercent } from '../../kernel/index.ts';

/**
 * What somebody gets of all that a run distributes, as a percentage; null where it distributes nothing.
 *
 *     effective = gross / net distributable x 100
 *
 * Units:  amounts in the run's currency; the percentage with 10 decimals.
 * Source: calculations section 1; over all sources it is what the percentages of each source come to, weighed by their amounts.
 */
export function percentOfRun(gross: string, netDistributable: string): string | null {
  const whole = decimal(netDistributable);
  return whole.isZero() ? null : numberText(roundPercent(decimal(gross).div(whole).times(100)));
}
