import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { Chart } from './Chart.tsx';
import { waitForChart } from './waitForChart.ts';

const meta: Meta<typeof Chart> = {
  title: 'chart/Pie',
  component: Chart,
  args: {
    title: 'NAV by strategy, USD',
    shape: 'pie',
    kind: 'money',
    prefix: '$',
    categories: ['Buyout', 'Growth', 'Credit opportunities of Europe and North America', 'Infrastructure'],
    series: [{ name: 'NAV', values: ['18450333.37', '12020000.10', '9800450.00', '5020197.74'] }],
  },
  play: ({ canvasElement }) => waitForChart(canvasElement),
};
export default meta;
type Story = StoryObj<typeof Chart>;

export const Slices: Story = {};
export const OnPhone: Story = {
  decorators: (Drawn) => (
    <div style={{ width: 360 }}>
      <Drawn />
    </div>
  ),
};
export const SevenOnPhone: Story = {
  ...OnPhone,
  name: 'On a phone, all names of slices are below the pie',
  args: {
    categories: Array.from({ length: 7 }, (_, at) => `Consumer discretionary ${String(at + 1)}`),
    series: [{ name: 'NAV', values: Array.from({ length: 7 }, () => '100.00') }],
  },
  play: async ({ canvasElement }) => {
    await waitForChart(canvasElement);
    const legend = canvasElement.querySelector('.highcharts-legend')!.getBoundingClientRect();
    const names = [...canvasElement.querySelectorAll('.highcharts-legend-item')];
    await expect(names).toHaveLength(7);
    await expect(canvasElement.querySelector('.highcharts-legend-navigation text')).toBeNull();
    for (const name of names) await expect(name.getBoundingClientRect().bottom).toBeLessThanOrEqual(legend.bottom + 1);
    // The pie keeps more room than its names.
    const slices = [...canvasElement.querySelectorAll('path.highcharts-point')].map((slice) =>
      slice.getBoundingClientRect(),
    );
    const tops = slices.map(({ top }) => top);
    const bottoms = slices.map(({ bottom }) => bottom);
    await expect(Math.max(...bottoms) - Math.min(...tops)).toBeGreaterThan(150);
  },
};
export const OneSlice: Story = {
  args: { categories: ['Buyout'], series: [{ name: 'NAV', values: ['18450333.37'] }] },
};

/** After thirteen colors, the first one repeats. */
export const ManySlices: Story = {
  name: 'More slices than colors [U-P-100 U-T-103]',
  args: {
    categories: Array.from({ length: 14 }, (_, at) => `Fund ${String(at + 1)}`),
    series: [{ name: 'NAV', values: Array.from({ length: 14 }, () => '100.00') }],
  },
  play: async ({ canvasElement }) => {
    await waitForChart(canvasElement);
    const fills = [...canvasElement.querySelectorAll('path.highcharts-point')].map((slice) =>
      slice.getAttribute('fill'),
    );
    await expect(new Set(fills).size).toBe(13);
    await expect(fills[13]).toBe(fills[0]);
  },
};

/** A slice can't be less than nothing, so the parts are bars. */
export const BelowZero: Story = {
  args: {
    categories: ['Buyout', 'Growth'],
    series: [{ name: 'NAV', meaning: 'nav', values: ['18450333.37', '-12020000.10'] }],
  },
  play: async ({ canvas, canvasElement }) => {
    await waitForChart(canvasElement);
    await expect(canvas.getByText('($12.02M)')).toBeVisible();
  },
};
