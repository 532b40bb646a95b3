import type { KeyFigure } from '@carrara/ui/profile/KeyFigures.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import type { Answer } from '../api/operations.ts';

type Figure = Answer<'getDashboardKeyFigures'>[number]['figures'][number];

/** Returns the change in percent for amounts, unless it is a change from zero, and as a difference for multiples. */
function changeOf({ kind, change }: Pick<Figure, 'kind' | 'change'>): KeyFigure['change'] {
  if (!change) return undefined;
  const since = formatDate(change.since);
  if (kind === 'multiple') return { value: change.difference, unit: 'multiple', since };
  return change.percent === null
    ? { value: change.difference, unit: 'money', since }
    : { value: change.percent, unit: 'percent', since };
}

/** Returns the change of a key figure since the previous quarter end, and its trend. */
export const quarterHistory = (
  figure: Pick<Figure, 'kind' | 'change' | 'trend'>,
): Pick<KeyFigure, 'change' | 'trend'> => ({
  change: changeOf(figure),
  trend: figure.trend.map((point) => ({ label: formatDate(point.endDate), value: point.value })),
});
