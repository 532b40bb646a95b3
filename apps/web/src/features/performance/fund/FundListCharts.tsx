import { Chart } from '@carrara/ui/chart';
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
