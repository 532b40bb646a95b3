import { Chart } from '@carrara/ui/chart';
import { useState } from 'react';
import { useRead } from '../../api/calls.ts';
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
  const views = [
    { id: 'sector', title: 'Sector', data: sector, top: 7 },
    { id: 'fund', title: 'Fund', data: fund, top: 7 },
    { id: 'coinvestment', title: 'Coinvestment', data: coinvestment, top: 7 },
    { id: 'investment', title: 'Source', data: investment, top: 10 },
    { id: 'year', title: 'Time', data: year, top: undefined },
  ];
  const [chosen, setChosen] = useState<string>();
  const withData = views.filter(({ data }) => data && data.length > 0);
  const current = withData.find(({ id }) => id === chosen) ?? withData[0];
  if (!current?.data) return null;
  return (
    <div className={styles.charts}>
      <div className={styles.chartViews} role="group" aria-label="Chart views">
        {views.map(({ id, title, data }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === current.id}
            disabled={!data || data.length === 0}
            onClick={() => setChosen(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <Chart
        key={current.id}
        title={`Carry distributed by ${current.title.toLowerCase()}`}
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
