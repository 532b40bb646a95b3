import { useRead } from '../../../api/calls.ts';
import { ChartCard } from '../../../record/chart/ChartCard.tsx';
import record from '../../../record/record.module.css';
import { ofSlices } from '../../../record/chart/pointsOverTime.ts';
import { useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';

const mostInvestors = 7;
const chartHeight = 220;

/** Charts of the commitments by investor and by type. */
export function InvestorListCharts() {
  const { data } = useRead('chartInvestors', undefined);
  const money = useCurrencyChoice(data?.commitmentsByInvestor);
  if (data?.commitmentsByInvestor.length === 0) return null;
  const drawn = (slices: NonNullable<typeof data>['commitmentsByType'] | undefined, shape: 'bar' | 'pie') =>
    ofSlices(
      money.of(slices).map(({ key, id, value, currency }) => ({ id, name: key, amount: value, currency })),
      'Commitment',
      shape,
    );
  return (
    <div className={`${record.charts} ${record.aboveList}`}>
      <ChartCard
        title={money.titled('Investors by commitment')}
        tools={money.chooser}
        isLoading={data === undefined}
        kind="money"
        prefix={money.prefix}
        top={mostInvestors}
        height={chartHeight}
        {...drawn(data?.commitmentsByInvestor, 'bar')}
      />
      <ChartCard
        title={money.titled('Commitment by type')}
        isLoading={data === undefined}
        kind="money"
        prefix={money.prefix}
        top={mostInvestors}
        height={chartHeight}
        {...drawn(data?.commitmentsByType, 'pie')}
      />
    </div>
  );
}
