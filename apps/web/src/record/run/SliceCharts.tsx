import { Chart } from '@carrara/ui/chart/Chart.tsx';
import { useState } from 'react';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { slicesToSeries, seriesOverTime } from '../chart/pointsOverTime.ts';
import { useCurrencyChoice } from '../chart/useCurrencyChoice.tsx';
import { useFilterFromChart } from '../chart/useFilterFromChart.ts';
import styles from './sliceCharts.module.css';
import { type SliceView, sliceValue } from './sliceViews.ts';

const chartHeight = 180;
const yearHeight = 255;

export interface SliceChartsProps {
  readonly views: readonly SliceView[];
  /** The subject of the charts: `Carry distributed`. */
  readonly title: string;
  /** The question that the chart over time answers: `How much carry was distributed each year`. */
  readonly timeQuestion: string;
}

/** Charts of runs, one at a time. An empty chart can't be chosen. Clicking a chart filters the list. */
export function SliceCharts({ views, title, timeQuestion }: SliceChartsProps) {
  const money = useCurrencyChoice(...views.map(({ slices }) => slices));
  const filterBy = useFilterFromChart();
  const [chosen, setChosen] = useState<string>();
  const dataOf = ({ slices }: SliceView) => money.inCurrency(slices);
  const withData = views.filter((view) => dataOf(view).length > 0);
  const isLoading = views.some(({ slices }) => slices === undefined);
  const current = withData.find(({ id }) => id === chosen) ?? withData[0] ?? (isLoading ? views[0] : undefined);
  if (!current) return null;
  const data = dataOf(current);
  const points = money.inCurrency(current.points);
  const drawn = current.points
    ? seriesOverTime(points, 'carry')
    : slicesToSeries(data, title, current.id === 'year' ? 'column' : 'bar', 'carry');
  return (
    <div className={styles.charts}>
      <div className={styles.chartViews} role="group" aria-label="Chart views">
        {views.map((view) => (
          <button
            key={view.id}
            type="button"
            aria-pressed={view.id === current.id}
            disabled={dataOf(view).length === 0}
            onClick={() => setChosen(view.id)}
          >
            {view.title}
          </button>
        ))}
      </div>
      <Chart
        key={`${current.id} ${money.titled('')}`}
        title={`${current.id === 'year' ? timeQuestion : `Which ${current.title.toLowerCase()}s account for the ${title.toLowerCase()}`}${money.ending}?`}
        tools={money.chooser}
        isLoading={data.length === 0}
        {...drawn}
        kind="money"
        top={current.top}
        height={current.id === 'year' ? yearHeight : chartHeight}
        onSelect={(name) => {
          const date = points.find((point) => formatDate(point.date) === name)?.date;
          const slice = data.find((candidate) => candidate.name === (date?.slice(0, 4) ?? name));
          if (slice) filterBy(current.id, sliceValue(slice, current.id));
        }}
      />
    </div>
  );
}
