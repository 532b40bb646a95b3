import type { KeyFigureRow } from '@carrara/contract/core/keyFigure';
import { type Decimal, moneyText, numberText } from '@carrara/domain/kernel';
import type { KeyFigure } from '@carrara/domain/kernel/measures';

/** Returns a key figure as transmitted. */
export function keyFigureRow<F extends string>(
  {
    field,
    currency,
    kind = 'money',
    reason = null,
    coverage = null,
  }: Pick<KeyFigureRow<F>, 'field' | 'currency'> & Partial<Pick<KeyFigureRow<F>, 'kind' | 'reason' | 'coverage'>>,
  { value, change, series }: KeyFigure,
): KeyFigureRow<F> {
  const text = (figure: Decimal | null) => figure && (kind === 'money' ? moneyText(figure) : numberText(figure));
  return {
    field,
    currency,
    kind,
    reason,
    coverage,
    value: text(value),
    change: change && {
      since: change.since,
      difference: text(change.difference) ?? '',
      percent: change.percent && numberText(change.percent),
    },
    series: series.map((point) => ({ on: point.on, value: text(point.value) })),
  };
}
