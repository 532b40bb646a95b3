import { coverageText } from '@carrara/contract/core/coverage';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Text } from '@mantine/core';
import { skipToken, useRead } from '../../../api/calls.ts';
import { ChartCard } from '../../../record/chart/ChartCard.tsx';
import record from '../../../record/record.module.css';
import { slicesToSeries } from '../../../record/chart/pointsOverTime.ts';
import { useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';

const mostInvestors = 7;
const chartHeight = 220;

export interface InvestorListChartsProps {
  readonly query: { readonly endDate: string | undefined; readonly carriesForward: string | undefined };
}

/** Charts of the commitments of the list at the reporting date, by investor and by type. */
export function InvestorListCharts({ query }: InvestorListChartsProps) {
  const { endDate } = query;
  const { data } = useRead('chartInvestors', endDate === undefined ? skipToken : { query });
  const money = useCurrencyChoice(data?.commitmentsByInvestor);
  if (endDate === undefined || data?.commitmentsByInvestor.length === 0) return null;
  const on = formatDate(endDate);
  const [covered] = money.inCurrency(data?.coverage);
  const note = coverageText(covered?.coverage, 'investors');
  const below = note ? (
    <Text size="xs" c="dimmed">
      {note}
    </Text>
  ) : null;
  const drawn = (slices: NonNullable<typeof data>['commitmentsByType'] | undefined, shape: 'bar' | 'pie') =>
    slicesToSeries(
      money.inCurrency(slices).map(({ key, id, value, currency }) => ({ id, name: key, amount: value, currency })),
      'Commitment',
      shape,
      'commitment',
    );
  return (
    <div className={`${record.charts} ${record.aboveList}`}>
      <ChartCard
        title={`Which investors had committed the most at ${on}${money.ending}?`}
        tools={money.chooser}
        isLoading={data === undefined}
        kind="money"
        prefix={money.prefix}
        top={mostInvestors}
        height={chartHeight}
        below={below}
        {...drawn(data?.commitmentsByInvestor, 'bar')}
        onSelect={(name) => {
          const id = money.inCurrency(data?.commitmentsByInvestor).find(({ key }) => key === name)?.id;
          if (id) window.location.assign(`#/performance/investor/${id}/overview?endDate=${endDate}`);
        }}
      />
      <ChartCard
        title={`Which types of investor had committed the most at ${on}${money.ending}?`}
        isLoading={data === undefined}
        kind="money"
        prefix={money.prefix}
        top={mostInvestors}
        height={chartHeight}
        below={below}
        {...drawn(data?.commitmentsByType, 'pie')}
      />
    </div>
  );
}
