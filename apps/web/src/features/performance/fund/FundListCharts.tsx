import { coverageText } from '@carrara/contract/core/coverage';
import type { Basis } from '@carrara/contract/performance/period/basis';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { categoryNotes } from '../../../record/chart/categoryNotes.ts';
import { ChartCard } from '../../../record/chart/ChartCard.tsx';
import { ChartNotes } from '../../../record/chart/ChartNotes.tsx';
import record from '../../../record/record.module.css';
import { useFigureWhy } from '../../../period/figureWhy.tsx';
import { useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';

const chartHeight = 220;

/** A figure of a vintage, and its name in explanations. */
interface VintageFigure {
  readonly field: 'tvpi' | 'totalCommitment' | 'endUnfundedCommitment';
  readonly name: string;
  readonly kind: 'money' | 'multiple';
}
const multiples = { TVPI: { field: 'tvpi', name: 'tvpi', kind: 'multiple' } } as const;
const commitments = {
  Commitment: { field: 'totalCommitment', name: 'commitment', kind: 'money' },
  Unfunded: { field: 'endUnfundedCommitment', name: 'unfunded', kind: 'money' },
} as const;
const cashColumns = [
  { field: 'contributions', title: 'Contributions' },
  { field: 'distributions', title: 'Distributions' },
] as const;

export interface FundListChartsProps {
  readonly query: {
    readonly endDate: string | undefined;
    readonly carriesForward: string | undefined;
    readonly basis: Basis;
  };
  readonly isLp: boolean;
}

/** Charts of the results by vintage year. For investors, also of commitments and distributions. */
export function FundListCharts({ query, isLp }: FundListChartsProps) {
  const { endDate, carriesForward, basis } = query;
  const { data: vintages } = useRead('chartFundVintages', { query });
  const { data: cash } = useRead('chartFundCash', { query: { endDate, basis } });
  const money = useCurrencyChoice(vintages, cash);
  const years = money.inCurrency(vintages);
  const flows = money.inCurrency(cash);
  const byYear = {
    kind: 'money',
    prefix: money.prefix,
    height: chartHeight,
    isLoading: vintages === undefined || cash === undefined,
    shape: 'column',
    tools: money.chooser,
  } as const;
  const why = useFigureWhy();
  // Funds without a vintage year form one group.
  const cell = (figures: Readonly<Record<string, VintageFigure>>) => (position: number, series: string) => {
    const [vintage, figure] = [years[position], figures[series]];
    if (vintage === undefined || figure === undefined || endDate === undefined) return null;
    const { field, name, kind } = figure;
    const about = { date: endDate, currency: vintage.currency, basis, carriesForward };
    return why.cell(about, `vintage.${String(vintage.year ?? 'none')}.${name}`, { kind, value: vintage[field] });
  };
  const yearOf = ({ year }: { readonly year: number | null }) => (year === null ? 'No year' : String(year));
  const withLabel = <T extends { readonly year: number | null }>(all: readonly T[]) =>
    all.map((own) => ({ ...own, label: yearOf(own) }));
  const notesOf = (figures: Readonly<Record<string, VintageFigure>>) =>
    categoryNotes(
      withLabel(years),
      Object.entries(figures).map(([title, { field }]) => ({ field, title })),
    );
  return (
    <div className={`${record.charts} ${record.aboveList}`}>
      <ChartCard
        {...byYear}
        title={`Which vintage years have the highest TVPI${money.ending}?`}
        kind="multiple"
        prefix=""
        categories={years.map(yearOf)}
        series={[{ name: 'TVPI', meaning: 'nav', values: years.map(({ tvpi }) => tvpi) }]}
        cell={cell(multiples)}
        below={<ChartNotes notes={notesOf(multiples)} />}
      />
      {isLp ? (
        <ChartCard
          {...byYear}
          title={`How much of each vintage year is committed and unfunded${money.ending}?`}
          categories={years.map(yearOf)}
          series={[
            { name: 'Commitment', meaning: 'commitment', values: years.map(({ totalCommitment }) => totalCommitment) },
            {
              name: 'Unfunded',
              meaning: 'unfunded',
              values: years.map(({ endUnfundedCommitment }) => endUnfundedCommitment),
            },
          ]}
          cell={cell(commitments)}
          below={<ChartNotes notes={notesOf(commitments)} />}
        />
      ) : null}
      <IndexChart query={{ endDate, carriesForward }} isLp={isLp} />
      <ChartCard
        {...byYear}
        title={`How much was contributed and distributed each year${money.ending}?`}
        categories={flows.map(yearOf)}
        series={[
          { name: 'Contributions', meaning: 'contributions', values: flows.map(({ contributions }) => contributions) },
          { name: 'Distributions', meaning: 'distributions', values: flows.map(({ distributions }) => distributions) },
        ]}
        below={<ChartNotes notes={categoryNotes(withLabel(flows), cashColumns)} />}
      />
    </div>
  );
}

/** Dates the coverage of a point, and says through which date the lines go. */
function noteOfPoint(
  { date, totalValue, coverage }: Answer<'chartFundIndex'>['points'][number],
  at: number,
  points: Answer<'chartFundIndex'>['points'],
): string | undefined {
  const covers = coverageText(coverage, 'funds');
  if (covers === undefined) return undefined;
  const last = points.findLast((point, i) => i < at && point.totalValue !== null);
  const ends = totalValue === null && last ? ` The lines end on ${formatDate(last.date)}.` : '';
  return `${formatDate(date)}: ${covers}.${ends}`;
}

/** The funds of a currency compared with the same cash flows invested in an index. */
function IndexChart({
  query,
  isLp,
}: {
  readonly query: Pick<FundListChartsProps['query'], 'endDate' | 'carriesForward'>;
  readonly isLp: boolean;
}) {
  const [chosen, setChosen] = useState<string>();
  const { data } = useRead('chartFundIndex', { query: { ...query, index: chosen } });
  const { indices = [], index, points = [] } = data ?? {};
  const current = indices.find(({ id }) => id === index);
  const several = indices.length > 1;
  return (
    <ChartCard
      title={
        current
          ? `Did ${isLp ? 'your' : 'all partners’'} cash grow more in funds than in ${current.name}, in ${current.currency}?`
          : 'Did the funds grow more than an index?'
      }
      kind="money"
      shape="line"
      height={chartHeight}
      isLoading={data === undefined}
      tools={
        several ? (
          <Select
            size="xs"
            w={160}
            aria-label="Index"
            allowDeselect={false}
            data={indices.map(({ id, name }) => ({ value: id, label: name }))}
            value={index ?? null}
            onChange={(next) => setChosen(next ?? undefined)}
          />
        ) : null
      }
      categories={points.map(({ date }) => formatDate(date))}
      dates={points.map(({ date }) => date)}
      series={[
        { name: 'Contributions', meaning: 'contributions', values: points.map(({ contributions }) => contributions) },
        { name: 'Value and distributions', meaning: 'nav', values: points.map(({ totalValue }) => totalValue) },
        { name: 'Calls in the index', meaning: 'index', values: points.map(({ inIndex }) => inIndex) },
      ]}
      notes={points.map(noteOfPoint)}
    />
  );
}
