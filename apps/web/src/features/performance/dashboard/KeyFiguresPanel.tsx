import { sumReportedThrough } from '@carrara/contract/core/displayedFigure';
import { KeyFigures, type KeyFigure } from '@carrara/ui/profile/KeyFigures.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { Answer } from '../../../api/operations.ts';
import { CoverageNote } from '../../../period/CoverageNote.tsx';
import type { PartProps } from './dashboardPart.tsx';

type Figure = Answer<'getDashboardKeyFigures'>[number]['figures'][number];

/** Returns the change in percent for amounts, unless it is a change from zero, and as a difference for multiples. */
function changeOf({ kind, change }: Figure): KeyFigure['change'] {
  if (!change) return undefined;
  const since = formatDate(change.since);
  if (kind === 'multiple') return { value: change.difference, unit: 'multiple', since };
  return change.percent === null
    ? { value: change.difference, unit: 'money', since }
    : { value: change.percent, unit: 'percent', since };
}

function keyFigureOf(figure: Figure, endDate: string | undefined): KeyFigure {
  const { name, kind, value, reportedThrough, coverage, trend, trendCoverage, notDetermined } = figure;
  return {
    label: name,
    kind,
    value,
    reason: value === null ? notDetermined[0]?.message : undefined,
    href: `#/performance/fund${endDate ? `?endDate=${endDate}` : ''}`,
    change: changeOf(figure),
    trend: trend.map((point) => ({ label: formatDate(point.endDate), value: point.value })),
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
export function KeyFiguresPanel({ request, currency }: PartProps) {
  const { data, error, refetch } = useRead('getDashboardKeyFigures', request);
  const endDate = request.query?.endDate;
  const own = data?.find((sums) => sums.currency === currency);
  return (
    <KeyFigures
      title={`Key figures${endDate ? ` at ${formatDate(endDate)}` : ''}, ${currency}`}
      figures={data && (own?.figures ?? []).map((figure) => keyFigureOf(figure, endDate))}
      failure={error && !data ? { message: failureText(error), onRetry: () => void refetch() } : undefined}
      empty={{ text: `No fund has figures in ${currency}.` }}
    />
  );
}
