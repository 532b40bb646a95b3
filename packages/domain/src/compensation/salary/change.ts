import { type Decimal, defineFormula, type Recorder, roundPercent } from '../../kernel/index.ts';

export interface PayChange {
  /** Null without an old value. */
  readonly amount: Decimal | null;
  /** Null if the old value is missing or zero. */
  readonly percent: Decimal | null;
}

const changeFormula = defineFormula({
  id: 'compensation.change',
  text: 'percent = (new - old) / old x 100',
  inputs: { old: 'money', new: 'money' },
  result: 'percent',
  rounding: 'half away from zero, to 10 decimals',
  source: 'docs/calculations/pay-change.md',
});

/**
 * Computes the change from one year's pay to the next, new minus old, and as a percentage of the old. Null if there
 * is nothing to compare.
 *
 * Units:  both in one currency; percent.
 * Source: docs/calculations/pay-change.md.
 */
export function payChange(before: Decimal | null, after: Decimal, explain?: Recorder): PayChange {
  if (before === null) return { amount: null, percent: null };
  const amount = after.sub(before);
  if (before.isZero()) return { amount, percent: null };
  const percent = roundPercent(amount.div(before).mul(100));
  explain?.record(['percent'], changeFormula, { old: before, new: after }, percent);
  return { amount, percent };
}
