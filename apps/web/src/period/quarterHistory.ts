import type { KeyFigure } from '@carrara/ui/profile/KeyFigures.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import type { Answer } from '../api/operations.ts';

type Quarters = Pick<Answer<'getDashboardKeyFigures'>[number]['figures'][number], 'change' | 'trend'>;
type Figure = Quarters & { readonly kind: 'money' | 'rolledMoney' | 'multiple' | 'return' };

/** Returns the change in percent for amounts, unless it is a change from zero, and as a difference for multiples and returns. */
function changeOf({ kind, change }: Figure): KeyFigure['change'] {
  if (!change) return undefined;
  const since = formatDate(change.since);
  if (kind === 'return') return { value: change.difference, unit: 'points', since };
  if (kind === 'multiple') return { value: change.difference, unit: 'multiple', since };
  return change.percent === null
    ? { value: change.difference, unit: 'money', since }
    : { value: change.percent, unit: 'percent', since };
}

/** Returns the change of a key figure since the previous quarter end, and its trend. */
export const quarterHistory = (figure: Figure): Pick<KeyFigure, 'change' | 'trend'> => ({
  change: changeOf(figure),
  trend: figure.trend.map((point) => ({ label: formatDate(point.endDate), value: point.value })),
});
