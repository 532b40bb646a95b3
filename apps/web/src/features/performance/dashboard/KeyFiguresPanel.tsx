import { sumReportedThrough } from '@carrara/contract/core/displayedFigure';
import { KeyFigures, type KeyFigure } from '@carrara/ui/profile/KeyFigures.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { Answer } from '../../../api/operations.ts';
import { CoverageNote } from '../../../period/CoverageNote.tsx';
import { useFigureWhy } from '../../../period/figureWhy.tsx';
import { quarterHistory } from '../../../period/quarterHistory.ts';
import type { PartProps } from './dashboardPart.tsx';

type Figure = Answer<'getDashboardKeyFigures'>[number]['figures'][number];

/** The names of the figures in the explanations of a single fund. */
const explained: Readonly<Record<Figure['code'], string>> = {
  NAV: 'nav',
  COMMITMENT: 'commitment',
  UNFUNDED: 'unfunded',
  DISTRIBUTIONS: 'distributions',
  DPI: 'dpi',
  TVPI: 'tvpi',
};

function keyFigureOf(figure: Figure, endDate: string | undefined, why: KeyFigure['why']): KeyFigure {
  const { name, kind, value, reportedThrough, coverage, trendCoverage, notDetermined } = figure;
  return {
    label: name,
    kind,
    value,
    reason: value === null ? notDetermined[0]?.message : undefined,
    href: `#/performance/fund${endDate ? `?endDate=${endDate}` : ''}`,
    why,
    ...quarterHistory(figure),
    note: (
      <>
        {reportedThrough === null ? null : <div>{sumReportedThrough(reportedThrough)}</div>}
        <CoverageNote coverage={coverage} endDate={endDate} />
        {trendCoverage.excluded.length === 0 ? null : (
          <div>
            Trend: <CoverageNote coverage={trendCoverage} endDate={endDate} />
          </div>
        )}
      </>
    ),
  };
}

/** The key figures of the chosen funds in one currency, each with its change since the previous quarter end and its trend over two years. */
export function KeyFiguresPanel({ request, currency, filter }: PartProps) {
  const { data, error, refetch } = useRead('getDashboardKeyFigures', request);
  const endDate = request.query?.endDate;
  const own = data?.find((sums) => sums.currency === currency);
  const explain = useFigureWhy();
  const partners = { basis: request.query?.basis, carriesForward: request.query?.carriesForward };
  // A sum of several funds has no explanation of its own.
  const whyOf = ({ code, kind, value }: Figure) =>
    filter.fundId !== undefined && endDate !== undefined
      ? explain.render({ subject: filter.fundId, date: endDate, ...partners }, explained[code], { kind, value })
      : null;
  return (
    <KeyFigures
      title={`Key figures${endDate ? ` at ${formatDate(endDate)}` : ''}, ${currency}`}
      figures={data && (own?.figures ?? []).map((figure) => keyFigureOf(figure, endDate, whyOf(figure)))}
      failure={error && !data ? { message: failureText(error), onRetry: () => void refetch() } : undefined}
      empty={{ text: `No fund has figures in ${currency}.` }}
    />
  );
}
