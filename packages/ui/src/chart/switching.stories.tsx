import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor } from 'storybook/test';
import { Chart } from './Chart.tsx';
import type { ChartProps, ChartShape } from './chartTypes.ts';
import { waitForChart } from './waitForChart.ts';

const upright = ['column', 'bar', 'line', 'area', 'stackedArea', 'stackedColumn', 'stackedBar', 'pie'] as const;
const onTheirSide = ['waterfall', 'quartiles'] as const;
const names = ['Value', 'Lower quartile', 'Median', 'Upper quartile'];

/** The figures of each currency. The series and the categories differ too, as they do between currencies. */
function figuresIn(currency: string, shape: ChartShape): Pick<ChartProps, 'categories' | 'series' | 'steps'> {
  const categories = currency === 'USD' ? ['2023', '2024', '2025'] : ['2024', '2025'];
  const isSingle = shape === 'waterfall' || shape === 'pie';
  const series = isSingle || (currency === 'EUR' && shape !== 'quartiles') ? names.slice(0, 1) : names;
  return {
    categories,
    series: series.map((name, at) => ({ name, values: categories.map((_, year) => `${String(at + year + 1)}00.00`) })),
    ...(shape === 'waterfall' ? { steps: categories.map(() => ({})) } : {}),
  };
}

/** A page with a switch of currency. The charts on their side are opened after the others are drawn. */
function Page() {
  const [currency, setCurrency] = useState('USD');
  const [shapes, setShapes] = useState<readonly ChartShape[]>(upright);
  return (
    <>
      <button type="button" onClick={() => setShapes([...upright, ...onTheirSide])}>
        Open others
      </button>
      <button type="button" onClick={() => setCurrency(currency === 'USD' ? 'EUR' : 'USD')}>
        Other currency
      </button>
      {shapes.map((shape) => (
        <Chart key={shape} title={shape} shape={shape} kind="money" prefix={currency} {...figuresIn(currency, shape)} />
      ))}
    </>
  );
}

const meta: Meta<typeof Page> = { title: 'chart/Switching', component: Page };
export default meta;

/** Every kind of chart draws the figures of another currency, whichever kinds were opened since it was drawn. */
export const Currency: StoryObj<typeof Page> = {
  play: async ({ canvas, canvasElement }) => {
    const chartOf = (shape: ChartShape) => canvas.getByRole('region', { name: shape });
    for (const shape of upright) await waitForChart(chartOf(shape));
    await userEvent.click(canvas.getByRole('button', { name: 'Open others' }));
    for (const shape of onTheirSide) await waitForChart(chartOf(shape));
    for (const years of [2, 3]) {
      await userEvent.click(canvas.getByRole('button', { name: 'Other currency' }));
      for (const shape of [...upright, ...onTheirSide])
        await waitFor(() =>
          expect(
            chartOf(shape).querySelectorAll(
              shape === 'pie' ? '.highcharts-legend-item' : '.highcharts-xaxis-labels text',
            ),
          ).toHaveLength(years),
        );
    }
    await expect(canvasElement.querySelectorAll('.highcharts-root')).toHaveLength(upright.length + onTheirSide.length);
  },
};
