import { Chart } from '@carrara/ui/chart';
import { formatDate } from '@carrara/ui/value';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import record from '../../../record/record.module.css';
import { useCurrencyChoice } from '../../../record/useCurrencyChoice.tsx';

const chartHeight = 220;

export interface FundListChartsProps {
  readonly endDate: string | undefined;
  readonly isLp: boolean;
}

/** By vintage year what the funds came to; for investors also what they promised and got. */
export function FundListCharts({ endDate, isLp }: FundListChartsProps) {
  const asked = { query: { endDate } };
  const { data: vintages } = useRead('chartFundVintages', asked);
  const { data: cash } = useRead('chartFundCash', asked);
  const money = useCurrencyChoice(vintages, cash);
  const years = money.of(vintages);
  const flows = money.of(cash);
  const byYear = {
    kind: 'money',
    prefix: money.prefix,
    height: chartHeight,
    isLoading: vintages === undefined || cash === undefined,
    shape: 'column',
    tools: money.chooser,
  } as const;
  const yearOf = ({ year }: { readonly year: number | null }) => (year === null ? 'No year' : String(year));
  return (
    <div className={`${record.charts} ${record.aboveList}`}>
      <div className={record.chartCard}>
        <Chart
          {...byYear}
          title={money.titled('TVPI by vintage year')}
          kind="multiple"
          prefix=""
          categories={years.map(yearOf)}
          series={[{ name: 'TVPI', values: years.map(({ tvpi }) => tvpi) }]}
        />
      </div>
      {isLp ? (
        <div className={record.chartCard}>
          <Chart
            {...byYear}
            title={money.titled('Commitment by vintage year')}
            categories={years.map(yearOf)}
            series={[
              { name: 'Commitment', values: years.map(({ totalCommitment }) => totalCommitment) },
              { name: 'Unfunded', values: years.map(({ endUnfundedCommitment }) => endUnfundedCommitment) },
            ]}
          />
        </div>
      ) : null}
      <IndexChart endDate={endDate} />
      <div className={record.chartCard}>
        <Chart
          {...byYear}
          title={money.titled('Contributions and distributions by year')}
          categories={flows.map(yearOf)}
          series={[
            { name: 'Contributions', values: flows.map(({ contributions }) => contributions) },
            { name: 'Distributions', values: flows.map(({ distributions }) => distributions) },
          ]}
        />
      </div>
    </div>
  );
}

/** The funds of a currency beside what their calls would have become in an index. */
function IndexChart({ endDate }: { readonly endDate: string | undefined }) {
  const [chosen, setChosen] = useState<string>();
  const { data } = useRead('chartFundIndex', { query: { endDate, index: chosen } });
  const { indices = [], index, points = [] } = data ?? {};
  const current = indices.find(({ id }) => id === index);
  const several = indices.length > 1;
  return (
    <div className={record.chartCard}>
      <Chart
        title={current ? `Funds and ${current.name}, ${current.currency}` : 'Funds and an index'}
        kind="money"
        shape="line"
        height={chartHeight}
        isLoading={data === undefined}
        tools={
          several ? (
            <Select
              size="xs"
              aria-label="Index"
              allowDeselect={false}
              data={indices.map(({ id, name }) => ({ value: id, label: name }))}
              value={index ?? null}
              onChange={(next) => setChosen(next ?? undefined)}
            />
          ) : null
        }
        categories={points.map(({ date }) => formatDate(date))}
        series={[
          { name: 'Contributions', values: points.map(({ contributions }) => contributions) },
          { name: 'Value and distributions', values: points.map(({ totalValue }) => totalValue) },
          { name: 'Calls in the index', values: points.map(({ inIndex }) => inIndex) },
        ]}
      />
    </div>
  );
}
