import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, fn, waitFor } from 'storybook/test';
import { Chart } from './Chart.tsx';
import { overlappingTexts, waitForChart } from './waitForChart.ts';

const meta: Meta<typeof Chart> = {
  title: 'chart/Quartiles',
  component: Chart,
  args: {
    title: 'Net IRR and benchmark quartiles',
    shape: 'quartiles',
    kind: 'return',
    categories: ['ARP-I', 'ARP-II', 'ARP-III', 'HSP-I'],
    series: [
      { name: 'Net IRR', meaning: 'nav', values: ['18.2', '9.4', '-3.5', null] },
      { name: 'Lower quartile', values: ['4.1', '6.2', '-8', '2'] },
      { name: 'Median', values: ['11.3', '10.8', '1.5', '7'] },
      { name: 'Upper quartile', values: ['19.6', '15', '9.9', '12'] },
    ],
    onSelect: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof Chart>;

/** The fund's rate is a mark on the box of its benchmark. The tooltip has all four figures, and a click opens the fund. */
export const Funds: Story = {
  play: async ({ args, canvas, canvasElement }) => {
    await waitForChart(canvasElement);
    await expect(canvas.getByText('in percent')).toBeVisible();
    await expect(overlappingTexts(canvasElement)).toEqual([]);
    const mark = canvasElement.querySelector('.highcharts-scatter-series .highcharts-point')!;
    const { left, top, width, height } = mark.getBoundingClientRect();
    const coords = { clientX: left + width / 2, clientY: top + height / 2 };
    await fireEvent.mouseOver(mark, coords);
    await fireEvent.mouseMove(mark, coords);
    const tooltip = () => canvasElement.querySelector('.highcharts-tooltip')?.textContent ?? '';
    await waitFor(() => expect(tooltip()).toMatch(/Net IRR: 18\.20%.*Lower quartile: 4\.10%.*Median: 11\.30%/));
    await fireEvent.click(mark, coords);
    await expect(args.onSelect).toHaveBeenCalledWith('ARP-I', 'Net IRR');
  },
};
export const OnPhone: Story = {
  decorators: (Drawn) => (
    <div style={{ width: 360 }}>
      <Drawn />
    </div>
  ),
  play: async ({ canvasElement }) => {
    await waitForChart(canvasElement);
    await expect(overlappingTexts(canvasElement)).toEqual([]);
  },
};
