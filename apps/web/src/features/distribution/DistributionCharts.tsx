import { Chart } from '@carrara/ui/chart';
import { useState } from 'react';
import { useRead } from '../../api/calls.ts';
import { useCurrencyChoice } from '../../record/useCurrencyChoice.tsx';
import styles from './distribution.module.css';

const chartHeight = 180;
const yearHeight = 255;

/** What was distributed, by sector, fund, coinvestment, source and year; a view without data cannot be chosen. */
export function DistributionCharts() {
  const sector = useRead('chartDistributionsBySector', undefined).data;
  const fund = useRead('chartDistributionsByFund', undefined).data;
  const coinvestment = useRead('chartDistributionsByCoinvestment', undefined).data;
  const investment = useRead('chartDistributionsByInvestment', undefined).data;
  const year = useRead('chartDistributionsByYear', undefined).data;
  const money = useCurrencyChoice(sector, fund, coinvestment, investment, year);
  const views = [
    { id: 'sector', title: 'Sector', data: money.of(sector), top: 7 },
    { id: 'fund', title: 'Fund', data: money.of(fund), top: 7 },
    { id: 'coinvestment', title: 'Coinvestment', data: money.of(coinvestment), top: 7 },
    { id: 'investment', title: 'Source', data: money.of(investment), top: 10 },
    { id: 'year', title: 'Time', data: money.of(year), top: undefined },
  ];
  const [chosen, setChosen] = useState<string>();
  const withData = views.filter(({ data }) => data.length > 0);
  const current = withData.find(({ id }) => id === chosen) ?? withData[0];
  if (!current) return null;
  return (
    <div className={styles.charts}>
      <div className={styles.chartViews} role="group" aria-label="Chart views">
        {views.map(({ id, title, data }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === current.id}
            disabled={data.length === 0}
            onClick={() => setChosen(id)}
          >
            {title}
          </button>
        ))}
        {money.chooser}
      </div>
      <Chart
        key={`${current.id} ${money.titled('')}`}
        title={money.titled(`Carry distributed by ${current.title.toLowerCase()}`)}
        shape={current.id === 'year' ? 'column' : 'bar'}
        categories={current.data.map(({ name }) => name)}
        series={[{ name: 'Carry distributed', values: current.data.map((slice) => slice.totalCarryDistributed) }]}
        kind="money"
        top={current.top}
        height={current.id === 'year' ? yearHeight : chartHeight}
      />
    </div>
  );
}
