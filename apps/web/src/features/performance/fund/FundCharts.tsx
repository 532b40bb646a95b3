import { useNavigate } from 'react-router-dom';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { skipToken, useRead } from '../../../api/calls.ts';
import { ChartCard } from '../../../record/chart/ChartCard.tsx';
import { ChartSwitch } from '../../../record/chart/Charts.tsx';
import record from '../../../record/record.module.css';
import { slicesToSeries } from '../../../record/chart/pointsOverTime.ts';
import { useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
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
  const money = useCurrencyChoice(sectors, invested, types);
  const navigate = useNavigate();
  const openInvestment = (name: string) => {
    const found = multiples?.find((holding) => holding.name === name);
    if (found) void navigate(`/performance/investment/${found.id}/overview?endDate=${endDate}`);
  };
  return (
    <div className={record.charts}>
      <ChartSwitch
        label="Invested by"
        charts={[
          {
            id: 'sector',
            label: 'Sector',
            title: `Which sectors account for the amount invested${money.ending}?`,
            emptyText: noHoldings,
            ...cut,
            ...slicesToSeries(sectors ?? [], 'Invested', 'pie'),
            isLoading: sectors === undefined,
          },
          {
            id: 'investment',
            label: 'Investment',
            title: `Which investments account for the amount invested${money.ending}?`,
            emptyText: noHoldings,
            top: mostInvestments,
            height: chartHeight,
            ...slicesToSeries(invested ?? [], 'Invested', 'bar', 'invested'),
            isLoading: invested === undefined,
            onSelect: openInvestment,
          },
        ]}
      />
      <ChartCard
        title="Which investments have the highest gross MOIC?"
        emptyText={noHoldings}
        kind="multiple"
        shape="bar"
        top={mostInvestments}
        height={chartHeight}
        isLoading={multiples === undefined}
        onSelect={openInvestment}
        categories={(multiples ?? []).map(({ name }) => name)}
        series={[
          { name: 'Gross MOIC', meaning: 'fairValue', values: (multiples ?? []).map(({ grossMoic }) => grossMoic) },
        ]}
      />
      {/* A tenant of an investor has only its own commitments. */}
      {isLp ? null : (
        <ChartSwitch
          label="Committed by"
          charts={[
            {
              id: 'type',
              label: 'Investor type',
              title: `Which types of investor account for all partners’ commitments${money.ending}?`,
              ...cut,
              ...slicesToSeries(types ?? [], 'Commitment', 'pie'),
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
  const money = useCurrencyChoice(quarters);
  return (
    <ChartCard
      title={`How have invested amount and fair value developed${money.ending}?`}
      emptyText={noHoldings}
      kind="money"
      shape="line"
      height={chartHeight}
      isLoading={quarters === undefined}
      categories={withHoldings.map(({ quarter }) => formatDate(quarter))}
      dates={withHoldings.map(({ quarter }) => quarter)}
      series={[
        { name: 'Invested', meaning: 'invested', values: withHoldings.map(({ investedCapital }) => investedCapital) },
        { name: 'Fair value', meaning: 'fairValue', values: withHoldings.map(({ fairValue }) => fairValue) },
      ]}
    />
  );
}
