import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { skipToken, useRead } from '../../../api/calls.ts';
import { ChartCard } from '../../../record/chart/ChartCard.tsx';
import { ChartSwitch } from '../../../record/chart/Charts.tsx';
import record from '../../../record/record.module.css';
import { ofSlices } from '../../../record/chart/pointsOverTime.ts';
import { useSession } from '../../../session/hooks.ts';

const chartHeight = 220;
const noHoldings = 'No holdings';
/** U-P-099: the first ten investments, and the first seven of everything else. */
const [mostParts, mostInvestments] = [7, 10];

export interface FundChartsProps {
  readonly id: string;
  readonly endDate: string;
}

const cut = { top: mostParts, height: chartHeight };

/** Charts of a fund's investments, its investors and its results. */
export function FundCharts({ id, endDate }: FundChartsProps) {
  const request = { params: { id, endDate } };
  const { data: sectors } = useRead('chartFundSectors', request);
  const isLp = useSession().settings?.isLpTenant === true;
  const { data: types } = useRead('chartFundInvestorTypes', isLp ? skipToken : request);
  const { data: invested } = useRead('chartFundInvested', request);
  const { data: multiples } = useRead('chartFundMoic', request);
  return (
    <div className={record.charts}>
      <ChartSwitch
        label="Invested by"
        charts={[
          {
            id: 'sector',
            label: 'Sector',
            title: 'Invested by sector',
            emptyText: noHoldings,
            ...cut,
            ...ofSlices(sectors ?? [], 'Invested', 'pie'),
            isLoading: sectors === undefined,
          },
          {
            id: 'investment',
            label: 'Investment',
            title: 'Invested amount by investment',
            emptyText: noHoldings,
            top: mostInvestments,
            height: chartHeight,
            ...ofSlices(invested ?? [], 'Invested', 'bar'),
            isLoading: invested === undefined,
          },
        ]}
      />
      <ChartCard
        title="Gross MOIC by investment"
        emptyText={noHoldings}
        kind="multiple"
        shape="bar"
        top={mostInvestments}
        height={chartHeight}
        isLoading={multiples === undefined}
        categories={(multiples ?? []).map(({ name }) => name)}
        series={[{ name: 'Gross MOIC', values: (multiples ?? []).map(({ grossMoic }) => grossMoic) }]}
      />
      {/* A tenant of an investor has only its own commitments. */}
      {isLp ? null : (
        <ChartSwitch
          label="Committed by"
          charts={[
            {
              id: 'type',
              label: 'Investor type',
              title: 'Commitments by investor type, all partners',
              ...cut,
              ...ofSlices(types ?? [], 'Commitment', 'pie'),
              isLoading: types === undefined,
            },
          ]}
        />
      )}
      <InvestedByQuarter id={id} />
    </div>
  );
}

function InvestedByQuarter({ id }: Pick<FundChartsProps, 'id'>) {
  const { data: quarters } = useRead('chartFundMetrics', { params: { id } });
  // Without holdings, neither amount is determined in any quarter.
  const withHoldings = (quarters ?? []).filter(
    ({ investedCapital, fairValue }) => investedCapital !== null || fairValue !== null,
  );
  return (
    <ChartCard
      title="Invested and fair value by quarter"
      emptyText={noHoldings}
      kind="money"
      shape="line"
      height={chartHeight}
      isLoading={quarters === undefined}
      categories={withHoldings.map(({ quarter }) => formatDate(quarter))}
      series={[
        { name: 'Invested', values: withHoldings.map(({ investedCapital }) => investedCapital) },
        { name: 'Fair value', values: withHoldings.map(({ fairValue }) => fairValue) },
      ]}
    />
  );
}
