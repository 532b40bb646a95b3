import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { formatDate } from '../value/formatDate.ts';
import { Chart } from './Chart.tsx';
import { overlappingTexts, waitForChart } from './waitForChart.ts';

const quarters = [2022, 2023, 2024, 2025].flatMap((year) =>
  ['03-31', '06-30', '09-30', '12-31'].map((day) => `${String(year)}-${day}`),
);
const over = (dates: readonly string[]) => ({ dates, categories: dates.map(formatDate) });
const rising = quarters.map((_, at) => `${String(20 + at * 3)}000000.00`);

const meta: Meta<typeof Chart> = {
  title: 'chart/Lines and areas over time',
  component: Chart,
  args: {
    title: 'NAV by quarter, USD',
    shape: 'area',
    kind: 'money',
    prefix: '$',
    ...over(quarters),
    series: [{ name: 'NAV', meaning: 'nav', values: rising }],
  },
  play: async ({ canvasElement }) => {
    await waitForChart(canvasElement);
    await expect(overlappingTexts(canvasElement)).toEqual([]);
  },
};
export default meta;
type Story = StoryObj<typeof Chart>;

export const History: Story = {};

/** A quarter without a figure is a gap, never zero. A figure between two gaps is a dot. */
export const Gaps: Story = {
  args: {
    series: [
      { name: 'NAV', meaning: 'nav', values: rising.map((value, at) => ([5, 6, 9, 11].includes(at) ? null : value)) },
    ],
  },
  play: async ({ canvasElement }) => {
    await waitForChart(canvasElement);
    const line = canvasElement.querySelector('.highcharts-graph')?.getAttribute('d') ?? '';
    // A part before each gap, and one after the last.
    await expect(line.match(/M/g)?.length).toBeGreaterThanOrEqual(3);
    await expect(canvasElement.querySelectorAll('.highcharts-markers path').length).toBeGreaterThanOrEqual(1);
  },
};

/** The unit is named once, the last figures are next to the lines, and the dates are neither rotated nor cut. */
export const Lines: Story = {
  args: {
    title: 'Contributions, distributions and NAV, USD',
    shape: 'line',
    series: [
      { name: 'Contributions', meaning: 'contributions', values: rising },
      { name: 'Distributions', meaning: 'distributions', values: rising.map((_, at) => `${String(at)}500000.00`) },
      { name: 'NAV', meaning: 'nav', values: rising.map((_, at) => (at < 3 ? null : `${String(60 - at)}000000.00`)) },
    ],
  },
  play: async ({ canvas, canvasElement }) => {
    await waitForChart(canvasElement);
    await expect(canvas.getByText('in millions')).toBeVisible();
    await expect(canvas.getByText('$65M')).toBeVisible();
    await expect(overlappingTexts(canvasElement)).toEqual([]);
  },
};
/** Lines that end at almost the same height have a figure each, inside the chart. */
export const CloseEnds: Story = {
  args: {
    title: 'Contributions, distributions and NAV, USD',
    shape: 'line',
    series: [
      {
        name: 'Contributions',
        meaning: 'contributions',
        values: rising.map((value) => value.replace('000000.', '390000.')),
      },
      { name: 'Distributions', meaning: 'distributions', values: rising.map(() => '10250000.00') },
      { name: 'NAV', meaning: 'nav', values: rising.map((value) => value.replace('000000.', '840000.')) },
      { name: 'Total', meaning: 'fairValue', values: rising.map((_, at) => `${String(100 + at * 10)}240000.00`) },
    ],
  },
  play: async ({ canvas, canvasElement }) => {
    await waitForChart(canvasElement);
    await expect(overlappingTexts(canvasElement)).toEqual([]);
    const { right } = canvasElement.querySelector('.highcharts-root')!.getBoundingClientRect();
    for (const figure of ['$65.39M', '$65.84M', '$10.25M', '$250.24M']) {
      await expect(canvas.getByText(figure)).toBeVisible();
      await expect(canvas.getByText(figure).getBoundingClientRect().right).toBeLessThanOrEqual(right);
    }
  },
};
export const LinesOnPhone: Story = {
  ...Lines,
  decorators: (Drawn) => (
    <div style={{ width: 360 }}>
      <Drawn />
    </div>
  ),
};

/** Cash by day and with the NAV, below zero at first. */
export const JCurve: Story = {
  args: {
    title: 'J-curve, percent of commitment',
    shape: 'line',
    kind: 'return',
    prefix: '',
    ...over(['2020-02-01', '2020-05-15', '2020-11-15', '2021-08-15', '2023-02-01', '2024-06-30', '2026-06-30']),
    series: [
      { name: 'Cash', meaning: 'netCash', values: ['-12', '-30.5', '-48', '-55.25', '-41', '-8', '12.5'] },
      { name: 'Cash and NAV', meaning: 'nav', values: [null, '-4', '-2', '6', '21', '38', '44.2'] },
    ],
  },
  play: async ({ canvas, canvasElement }) => {
    await waitForChart(canvasElement);
    await expect(canvas.getByText('in percent')).toBeVisible();
    await expect(overlappingTexts(canvasElement)).toEqual([]);
  },
};

export const OnePoint: Story = {
  args: { ...over(['2026-06-30']), series: [{ name: 'NAV', meaning: 'nav', values: ['1250000.00'] }] },
  play: ({ canvasElement }) => waitForChart(canvasElement),
};

/** The names of many sources are a strip, so that the plot keeps its height. */
export const ManySources: Story = {
  args: {
    shape: 'stackedArea',
    title: 'Carry over time',
    dates: undefined,
    categories: ['2022', '2023', '2024', '2025'],
    series: Array.from({ length: 13 }, (_, at) => ({
      name: `Source number ${String(at + 1)} of a long list`,
      values: ['100.00', '200.00', '150.00', '250.00'],
    })),
  },
  play: async ({ canvasElement }) => {
    await waitForChart(canvasElement);
    const plot = canvasElement.querySelector('.highcharts-plot-background');
    await expect(plot?.getBoundingClientRect().height).toBeGreaterThan(170);
  },
};
