import type { Kind } from '@carrara/contract/core/kinds';
import type { KeyFigure } from '@carrara/ui/profile/KeyFigures.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { skipToken, useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { quarterHistory } from '../../../period/quarterHistory.ts';
import type { useFundPeriod } from './useFundPeriod.ts';

type Profile = Answer<'getFundProfile'>;
type History = Pick<KeyFigure, 'change' | 'trend'>;

/** Returns the history of the net return, unless it is converted to another currency and so another one. */
const returnHistory = ({ irr, irrHistory }: Profile): History =>
  irrHistory && irr !== null && isSame('return', irrHistory.trend.at(-1)?.value, irr)
    ? quarterHistory({ kind: 'return', ...irrHistory })
    : {};

/** A history belongs to a figure only if it ends with it. */
const isSame = (kind: Kind, last: unknown, displayed: unknown) => valueText(kind, last) === valueText(kind, displayed);

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
  return (profile: Profile, code: (typeof figures)[number]['code'] | 'IRR' | null, value: unknown): History => {
    if (code === 'IRR') return returnHistory(profile);
    const figure = figures.find((candidate) => candidate.code === code);
    if (!figure || (isConverted && figure.kind !== 'multiple')) return {};
    return isSame(figure.kind, figure.value, value) ? quarterHistory(figure) : {};
  };
}
