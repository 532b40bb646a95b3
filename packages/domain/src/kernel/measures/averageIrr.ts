import { type Decimal, defineFormula, type Recorder, zero } from '@carrara/domain/kernel';

const averageIrrFormula = defineFormula({
  id: 'performance.averageIrr',
  text: 'average IRR = sum of the funds’ IRR in percent / 100 / number of funds with an IRR',
  inputs: { irrPercent: 'percent', funds: 'count' },
  result: 'rate',
  source: 'docs/calculations/average-irr.md',
});

/**
 * Returns the plain mean of the funds' rates, ignoring funds without one.
 *
 *     average = sum of IRR in percent / 100 / number of funds with an IRR
 *
 * Units:  percent in (12.5 is 12.5%), a fraction out. Null when no fund has a rate.
 * Source: docs/calculations/average-irr.md.
 */
export function averageIrr(irrPercents: readonly (Decimal | null)[], explain?: Recorder): Decimal | null {
  const determined = irrPercents.filter((irr) => irr !== null);
  if (determined.length === 0) return null;
  const average = determined
    .reduce((sum, irr) => sum.add(irr), zero)
    .div(100)
    .div(determined.length);
  explain?.record(['averageIrr'], averageIrrFormula, { irrPercent: determined, funds: determined.length }, average);
  return average;
}
