import {
  type Decimal,
  decimal,
  defineFormula,
  hundred,
  numberText,
  type Recorder,
  roundPercent,
  zero,
} from '@carrara/domain/kernel';

export interface Change {
  /** In percent, never negative; `sign` gives the direction. */
  readonly change: Decimal;
  readonly sign: '+' | '-' | '';
}

const changeFormula = defineFormula({
  id: 'performance.change',
  text: 'change = |current - entry| / |entry| x 100; 100 when the entry is zero',
  inputs: { entry: 'money', current: 'money' },
  result: 'percent',
  rounding: 'half away from zero, to 10 decimals',
  source: 'docs/calculations/change.md',
});

/**
 * The change from the entry value to the current one, and its direction.
 *
 *     change = |current - entry| / |entry| x 100
 *
 * The sign is + when current is higher, - when it is lower, none when they are equal. An entry of zero gives 100.
 *
 * Units:  both values in one unit, the change in percent.
 * Source: docs/calculations/change.md.
 */
export function changeSinceEntry(entry: Decimal, current: Decimal, explain?: Recorder): Change {
  const difference = current.sub(entry);
  const change = changeOf(entry, difference);
  explain?.record(['change'], changeFormula, { entry, current }, change);
  return { change, sign: difference.isZero() ? '' : difference.isPositive() ? '+' : '-' };
}

/** Returns the change as text, with its direction as the sign of the figure. */
export function signedChange(entry: string, current: string): string {
  const { change, sign } = changeSinceEntry(decimal(entry), decimal(current));
  return numberText(sign === '-' ? change.negated() : change);
}

function changeOf(entry: Decimal, difference: Decimal): Decimal {
  if (difference.isZero()) return zero;
  return entry.isZero() ? hundred : roundPercent(difference.abs().div(entry.abs()).mul(100));
}
