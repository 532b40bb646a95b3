import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { Chart } from './Chart.tsx';
import { overlappingTexts, waitForChart } from './waitForChart.ts';

const categories = ['Opening NAV', 'Contributions', 'Distributions', 'Realized', 'Expenses', 'Carry', 'Closing NAV'];
const values = [
  '412000000.00',
  '38500000.00',
  '-51250000.00',
  '24100000.00',
  '-3900000.00',
  '-4020000.00',
  '415430000.00',
];

const meta: Meta<typeof Chart> = {
  title: 'chart/Waterfall',
  component: Chart,
  args: {
    title: 'NAV bridge, USD',
    shape: 'waterfall',
    kind: 'money',
    categories,
    steps: [
      { meaning: 'nav', isTotal: true },
      { meaning: 'contributions' },
      { meaning: 'distributions' },
      {},
      { meaning: 'fees' },
      { meaning: 'carry' },
      { meaning: 'nav', isTotal: true },
    ],
    series: [{ name: 'Amount', values }],
  },
};
export default meta;
type Story = StoryObj<typeof Chart>;

const barsOf = (root: HTMLElement) =>
  [...root.querySelectorAll('.highcharts-series .highcharts-point')].map((bar) => bar.getBoundingClientRect());

/** Each step begins where the one before ends, and the totals at the beginning of the axis. */
export const NavBridge: Story = {
  play: async ({ canvas, canvasElement }) => {
    await waitForChart(canvasElement);
    const [opening, contributions, distributions, , , , closing] = barsOf(canvasElement);
    await expect(Math.abs(contributions!.left - opening!.right)).toBeLessThan(3);
    await expect(Math.abs(distributions!.right - contributions!.right)).toBeLessThan(3);
    await expect(Math.abs(closing!.left - opening!.left)).toBeLessThan(3);
    await expect(contributions!.width).toBeGreaterThan(20);
    await expect(canvas.getByText('The axis begins at 380M.')).toBeVisible();
    await expect(canvas.getByText('415.43M')).toBeVisible();
    await expect(canvas.getByText('(51.25M)')).toBeVisible();
    await expect(overlappingTexts(canvasElement)).toEqual([]);
  },
};
export const OnPhone: Story = {
  ...NavBridge,
  decorators: (Drawn) => (
    <div style={{ width: 360 }}>
      <Drawn />
    </div>
  ),
};

/** From nothing to below zero and back. */
export const ValueCreation: Story = {
  args: {
    title: 'Value creation, USD',
    categories: [
      'Revenue growth',
      'Margin',
      'Multiple',
      'Debt',
      'Ownership, capital, income',
      'Total value less invested',
    ],
    steps: [{}, {}, {}, {}, {}, { meaning: 'fairValue', isTotal: true }],
    series: [
      { name: 'Amount', values: ['-32000000.00', '12000000.00', '48000000.00', '8000000.00', '0.00', '36000000.00'] },
    ],
  },
  play: async ({ canvasElement }) => {
    await waitForChart(canvasElement);
    await expect(overlappingTexts(canvasElement)).toEqual([]);
  },
};

/** Without one of its steps, a bridge leads nowhere. The table says what is missing. */
export const MissingStep: Story = {
  args: {
    series: [{ name: 'Amount', values: [...values.slice(0, 3), null, ...values.slice(4)] }],
    cell: (position) => (position === 3 ? 'n.d.' : values[position]),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('cell', { name: 'n.d.' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: /as a table/ })).toBeNull();
  },
};
