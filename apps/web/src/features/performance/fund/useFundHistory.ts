import type { KeyFigure } from '@carrara/ui/profile/KeyFigures.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { skipToken, useRead } from '../../../api/calls.ts';
import { quarterHistory } from '../../../period/quarterHistory.ts';
import type { useFundPeriod } from './useFundPeriod.ts';

/**
 * Returns a function with the change and the trend of a fund's key figures, as the dashboard displays them. Amounts have none in another currency than
 * the fund's.
 */
export function useFundHistory(id: string, { endDate, basis, own, displayed }: ReturnType<typeof useFundPeriod>) {
  const { data } = useRead(
    'getDashboardKeyFigures',
    endDate === undefined ? skipToken : { query: { fundId: id, endDate, basis } },
  );
  const figures = data?.find(({ currency }) => currency === own)?.figures ?? [];
  const isConverted = displayed !== undefined && displayed !== own;
  return (code: (typeof figures)[number]['code'] | null, value: unknown): Pick<KeyFigure, 'change' | 'trend'> => {
    const figure = figures.find((candidate) => candidate.code === code);
    if (!figure || (isConverted && figure.kind !== 'multiple')) return {};
    // A history belongs to the figure only if it ends with it.
    return valueText(figure.kind, figure.value) === valueText(figure.kind, value) ? quarterHistory(figure) : {};
  };
}
