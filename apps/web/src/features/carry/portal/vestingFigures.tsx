import { coverageNote } from '@carrara/contract/core/coverage';
import type { KeyFigure } from '@carrara/ui/profile/KeyFigures.tsx';
import { Why, type WhyProps } from '@carrara/ui/profile/Why.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { PortalHome } from './portalHome.ts';

type Line = PortalHome['holders'][number]['vesting'][number];
export type ExplainVested = (figure: 'vestedCarryAmount' | 'forfeitedCarryAmount') => ReturnType<WhyProps['load']>;

/** Returns what is vested and unvested in one currency with the explanations, and the next date on which more vests. */
export function vestingFigures(line: Line, holder: number, explain: ExplainVested): KeyFigure[] {
  const { vested, unvested, coverage, next } = line;
  const href = `#/participant-portal/vesting${holder === 0 ? '' : `?holder=${String(holder)}`}`;
  const explained = (label: string, value: string | null, figure: Parameters<ExplainVested>[0]): KeyFigure => ({
    label,
    kind: 'money',
    value,
    href,
    note: coverageNote(value, coverage, 'sources'),
    why: value === null ? null : <Why figure={valueText('money', value)} load={() => explain(figure)} />,
  });
  return [
    explained('Vested', vested, 'vestedCarryAmount'),
    explained('Not vested', unvested, 'forfeitedCarryAmount'),
    ...(next
      ? [{ label: `Vests next, on ${formatDate(next.on)}`, kind: 'money' as const, value: next.amount, href }]
      : []),
  ];
}
