import { type Decimal, type Formula, type Recorder, zero } from '@carrara/domain/kernel';

/** The formula of a sum over parts. */
export type SumFormula<U extends 'money' | 'count' = 'money' | 'count'> = Formula<{ readonly part: U }>;

/**
 * Returns the sum of the parts of a key figure, recorded at the path `['sum']`.
 *
 * Units:  those of the formula.
 * Source: the page of the formula.
 */
export function explainedSum(formula: SumFormula, parts: readonly Decimal[], explain?: Recorder): Decimal {
  const sum = parts.reduce<Decimal>((total, part) => total.plus(part), zero);
  explain?.record(['sum'], formula, { part: parts }, sum);
  return sum;
}
