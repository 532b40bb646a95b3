import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import { useState } from 'react';
import { Chart } from './Chart.tsx';
import { overlappingTexts, waitForChart } from './waitForChart.ts';

const meta: Meta<typeof Chart> = {
  title: 'chart/Bars and columns',
  component: Chart,
  args: {
    title: 'Carry by year, USD',
    shape: 'column',
    kind: 'money',
    categories: ['2022', '2023', '2024', '2025', '2026'],
    series: [
      {
        name: 'Net',
        meaning: 'carry',
        values: ['10201913.55', '7020000.10', '5800450.00', '3020197.74', '-1250000.55'],
      },
    ],
  },
  play: async ({ canvasElement }) => {
    await waitForChart(canvasElement);
    await expect(overlappingTexts(canvasElement)).toEqual([]);
  },
};
export default meta;
type Story = StoryObj<typeof Chart>;

const onPhone: NonNullable<Story['decorators']> = (Drawn) => (
  <div style={{ width: 360 }}>
    <Drawn />
  </div>
);

export const Columns: Story = {};
export const OneColumn: Story = { args: { categories: ['2026'], series: [{ name: 'Net', values: ['125000.00'] }] } };

/** The unit is named once, next to the title. */
export const Pairs: Story = {
  args: {
    title: 'Contributions and distributions, USD',
    series: [
      {
        name: 'Contributions',
        meaning: 'contributions',
        values: ['10201913.55', '7020000.10', '5800450.00', null, '0.00'],
      },
      {
        name: 'Distributions',
        meaning: 'distributions',
        values: ['0.00', null, '2900000.00', '8500000.00', '4100.00'],
      },
    ],
  },
  play: async ({ canvas, canvasElement }) => {
    await waitForChart(canvasElement);
    await expect(canvas.getByText('in millions')).toBeVisible();
    const labels = [...canvasElement.querySelectorAll('.highcharts-yaxis-labels text')].map((text) => text.textContent);
    await expect(labels.join(' ')).not.toMatch(/[KM]/);
    await expect(overlappingTexts(canvasElement)).toEqual([]);
  },
};

export const Stacked: Story = {
  args: {
    shape: 'stackedColumn',
    series: [
      { name: 'Net', values: ['10201913.55', '7020000.10', '5800450.00', '3020197.74', '-1250000.55'] },
      { name: 'Tax', values: ['5450333.37', '3000000.00', '2900000.00', '1500000.00', null] },
      { name: 'Escrow', values: ['2798086.45', '2000000.00', '1100000.00', '500000.00', null] },
    ],
  },
};

const longNames = Array.from(
  { length: 10 },
  (_, at) => `Alder Ridge Partners Fund ${String(at + 1)} Coinvestment, L.P.`,
);

/** Many bars make the chart higher, so that each name has a line. */
export const LongNames: Story = {
  args: {
    title: 'Invested amount by investment, USD',
    shape: 'bar',
    height: 180,
    categories: longNames,
    series: [
      { name: 'Invested', meaning: 'invested', values: longNames.map((_, at) => `${String(100 - at * 9)}000000.00`) },
    ],
  },
  play: async ({ canvasElement }) => {
    await waitForChart(canvasElement);
    await expect(canvasElement.querySelectorAll('.highcharts-xaxis-labels text')).toHaveLength(10);
    await expect(overlappingTexts(canvasElement)).toEqual([]);
  },
};
/** Funds of a firm begin alike, so their names take a second line before they are cut. */
export const LongNamesOnPhone: Story = {
  ...LongNames,
  args: {
    ...LongNames.args,
    categories: longNames.map((name) => name.replace(' Coinvestment', '')),
  },
  decorators: onPhone,
  play: async ({ canvasElement }) => {
    await waitForChart(canvasElement);
    const names = [...canvasElement.querySelectorAll('.highcharts-xaxis-labels text')];
    await expect(names.map(({ textContent }) => textContent).join(' ')).not.toMatch(/…/);
    await expect(names[9]?.textContent).toMatch(/Fund 10, L\.P\.$/);
    await expect(overlappingTexts(canvasElement)).toEqual([]);
  },
};

/** The first series starts at the axis. */
export const HorizontalStack: Story = {
  args: {
    shape: 'stackedBar',
    title: 'Paid-in and unfunded commitment by fund, USD',
    categories: ['Marlow', 'Harbor'],
    series: [
      { name: 'Paid in', meaning: 'contributions', values: ['60.00', '80.00'] },
      { name: 'Unfunded', meaning: 'unfunded', values: ['40.00', '50.00'] },
    ],
  },
  play: async ({ canvasElement }) => {
    await waitForChart(canvasElement);
    const names = [...canvasElement.querySelectorAll('.highcharts-legend-item text')].map(
      (element) => element.textContent,
    );
    await expect(names).toEqual(['Paid in', 'Unfunded']);
    const horizontalStart = (at: number) =>
      canvasElement.querySelector(`.highcharts-series-${String(at)} .highcharts-point`)?.getBoundingClientRect().left;
    await waitFor(() => expect(horizontalStart(0)).toBeLessThan(horizontalStart(1) ?? 0));
  },
};

/** The names of many series are a list with all of them, and the plot keeps its height. */
export const ManySeriesOnPhone: Story = {
  args: {
    height: 234,
    shape: 'stackedColumn',
    series: Array.from({ length: 6 }, (_, at) => ({
      name: `Alder Ridge Partners Fund ${String(at + 1)}, L.P.`,
      values: ['100.00', '200.00', '150.00', '250.00', '90.00'],
    })),
  },
  decorators: onPhone,
  play: async ({ canvasElement }) => {
    await waitForChart(canvasElement);
    const heightOf = (selector: string) => canvasElement.querySelector(selector)!.getBoundingClientRect().height;
    await expect(heightOf('.highcharts-plot-background')).toBeGreaterThan(120);
    await expect(canvasElement.querySelector('.highcharts-legend-navigation')).toBeNull();
    const plot = canvasElement.querySelector('.highcharts-plot-background')!.getBoundingClientRect();
    const names = [...canvasElement.querySelectorAll('.highcharts-legend-item')];
    await expect(names).toHaveLength(6);
    const bottoms = names.map((name) => name.getBoundingClientRect().bottom);
    await expect(Math.max(...bottoms)).toBeLessThanOrEqual(plot.top);
    await expect(new Set(bottoms.map(Math.round)).size).toBe(6);
  },
};

const funds = Array.from({ length: 9 }, (_, at) => `Alder Ridge Partners Fund ${String(at + 1)}, L.P.`);

/** Loading bars take the room of their figures, so that the page below doesn't move when these arrive. */
export const LoadingOnPhone: Story = {
  decorators: onPhone,
  render: function Loads() {
    const [categories, setCategories] = useState<readonly string[]>([]);
    const isLoading = categories.length === 0;
    const series = [{ name: 'Carry', values: categories.map((_, at) => `${String(9 - at)}00.00`) }];
    return (
      <>
        <button type="button" onClick={() => setCategories(funds)}>
          Load
        </button>
        <Chart
          title="Carry, USD"
          shape="bar"
          kind="money"
          top={7}
          height={180}
          tools={isLoading ? null : <span>USD</span>}
          isLoading={isLoading}
          categories={categories}
          series={isLoading ? [] : series}
        />
      </>
    );
  },
  play: async ({ canvas, canvasElement }) => {
    const height = () => canvas.getByRole('region', { name: /^Carry, USD/ }).getBoundingClientRect().height;
    const loading = height();
    await userEvent.click(canvas.getByRole('button', { name: 'Load' }));
    await waitForChart(canvasElement);
    await expect(height()).toBe(loading);
  },
};
