import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, fn, userEvent, waitFor } from 'storybook/test';
import { chartOptions } from './chartOptions.ts';
import { Chart } from './Chart.tsx';

const meta: Meta<typeof Chart> = {
  title: 'chart/Chart',
  component: Chart,
  args: {
    title: 'carry by investment',
    shape: 'bar',
    kind: 'money',
    prefix: '$',
    categories: ['Marlow', 'Harbor', 'Kestrel', 'Tern', 'Osprey'],
    series: [{ name: 'Gross', values: ['18450333.37', '12020000.10', '9800450.00', '5020197.74', '-1250.55'] }],
    onSelect: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof Chart>;

const drawn = (root: HTMLElement) =>
  waitFor(
    () => {
      if (!root.querySelector('.highcharts-series-group path')) throw new Error('the chart is not drawn yet');
    },
    { timeout: 10_000 },
  );

export const Bars: Story = {
  play: async ({ canvas, canvasElement, args }) => {
    await drawn(canvasElement);
    const bar = canvasElement.querySelector('.highcharts-point');
    if (!bar) throw new Error('there is no bar');
    await waitFor(() => expect(bar).toHaveAttribute('aria-label', 'Marlow, Gross: $18,450,333.37'));
    // Highcharts finds the point by the position of the pointer, not by the element.
    const box = bar.getBoundingClientRect();
    const coords = { clientX: box.left + 20, clientY: box.top + box.height / 2 };
    await fireEvent.mouseOver(bar, coords);
    await fireEvent.mouseMove(bar, coords);
    await fireEvent.click(bar, coords);
    await expect(args.onSelect).toHaveBeenCalledWith('Marlow', 'Gross');
    await expect(canvasElement.querySelectorAll('.highcharts-yaxis-labels text').length).toBeLessThan(12);
    await userEvent.click(canvas.getByRole('button', { name: 'carry by investment as a table' }));
    await expect(canvas.getByRole('cell', { name: '$18,450,333.37' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'carry by investment as a table' }));
  },
};

export const WithNotes: Story = {
  name: 'Notes are below the chart and in its table',
  args: {
    shape: 'line',
    categories: ['2025', '2026'],
    series: [{ name: 'Value', values: ['10', '8'] }],
    notes: [undefined, '1 of 2 funds; excludes BETA, reported through 12/31/2025'],
    onSelect: undefined,
  },
  play: async ({ canvas }) => {
    const note = '1 of 2 funds; excludes BETA, reported through 12/31/2025';
    await expect(canvas.getByText(note)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'carry by investment as a table' }));
    await expect(canvas.getByRole('columnheader', { name: 'Notes' })).toBeVisible();
    await expect(canvas.getByRole('cell', { name: note })).toBeVisible();
  },
};

/** In the table, the keyboard opens what a click on the bar opens. */
export const ByKeyboard: Story = {
  name: 'The keyboard opens a bar from the table',
  play: async ({ canvas, args }) => {
    canvas.getByRole('button', { name: 'carry by investment as a table' }).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Marlow' })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(args.onSelect).toHaveBeenLastCalledWith('Harbor', 'Gross');
  },
};

/** With several series, the keyboard opens the bar of each figure. */
export const SeveralByKeyboard: Story = {
  name: 'The keyboard opens a bar of several series from the table',
  args: {
    shape: 'stackedColumn',
    categories: ['2025', '2026'],
    series: [
      { name: 'Fund I', values: ['10.00', null] },
      { name: 'Fund II', values: ['20.00', '30.00'] },
    ],
  },
  play: async ({ canvas, args }) => {
    canvas.getByRole('button', { name: 'carry by investment as a table' }).focus();
    await userEvent.keyboard('{Enter}');
    for (const [label, ...opened] of [
      ['2025, Fund I: $10.00', '2025', 'Fund I'],
      ['2025, Fund II: $20.00', '2025', 'Fund II'],
      // A year without a figure has no bar, so there is nothing to open.
      ['2026, Fund II: $30.00', '2026', 'Fund II'],
    ]) {
      await userEvent.tab();
      await expect(canvas.getByRole('button', { name: label! })).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      await expect(args.onSelect).toHaveBeenLastCalledWith(...opened);
    }
  },
};

/** A click on a bar opens the explanation of its figure, if there is one. */
export const Linked: Story = {
  name: 'A bar leads to its figure in the table',
  args: {
    onSelect: undefined,
    cell: (position, series) => <button type="button">{`${series} ${String(position)}`}</button>,
  },
  play: async ({ canvas, canvasElement }) => {
    await drawn(canvasElement);
    const bar = canvasElement.querySelector('.highcharts-point');
    if (!bar) throw new Error('there is no bar');
    const box = bar.getBoundingClientRect();
    const coords = { clientX: box.left + 20, clientY: box.top + box.height / 2 };
    await fireEvent.mouseOver(bar, coords);
    await fireEvent.mouseMove(bar, coords);
    await fireEvent.click(bar, coords);
    await expect(await canvas.findByRole('button', { name: 'Gross 0' })).toBeVisible();
  },
};

export const TopThree: Story = {
  args: { top: 3, title: 'investments' },
  play: async ({ canvas, canvasElement }) => {
    await drawn(canvasElement);
    await expect(canvas.getByRole('heading', { name: 'investments (Top 3)' })).toBeVisible();
  },
};

export const OtherTheme: Story = {
  name: 'Lines and names take the colors of a theme chosen later',
  play: async ({ canvasElement }) => {
    await drawn(canvasElement);
    const page = document.documentElement;
    const attribute = 'data-mantine-color-scheme';
    const before = page.getAttribute(attribute) ?? 'light';
    const stroke = () => canvasElement.querySelector('.highcharts-grid-line')?.getAttribute('stroke');
    const line = () => getComputedStyle(page).getPropertyValue('--line').trim();
    await expect(stroke()).toBe(line());
    const first = line();
    page.setAttribute(attribute, before === 'dark' ? 'light' : 'dark');
    await expect(line()).not.toBe(first);
    await waitFor(() => expect(stroke()).toBe(line()));
    page.setAttribute(attribute, before);
    await waitFor(() => expect(stroke()).toBe(first));
  },
};

export const Pie: Story = { args: { shape: 'pie' }, play: ({ canvasElement }) => drawn(canvasElement) };

/** After thirteen colors, the first one repeats. */
export const ManySlices: Story = {
  name: 'More slices than colors [U-P-100 U-T-103]',
  args: {
    shape: 'pie',
    categories: Array.from({ length: 14 }, (_, at) => `Fund ${String(at + 1)}`),
    series: [{ name: 'NAV', values: Array.from({ length: 14 }, () => '100.00') }],
  },
  play: async ({ canvasElement }) => {
    await drawn(canvasElement);
    const fills = [...canvasElement.querySelectorAll('path.highcharts-point')].map((slice) =>
      slice.getAttribute('fill'),
    );
    await expect(new Set(fills).size).toBe(13);
    await expect(fills[13]).toBe(fills[0]);
  },
};

export const Stacked: Story = {
  args: {
    shape: 'stackedColumn',
    series: [
      { name: 'Net', values: ['10201913.55', '7020000.10', '5800450.00', '3020197.74', '-1250.55'] },
      { name: 'Tax', values: ['5450333.37', '3000000.00', '2900000.00', '1500000.00', null] },
      { name: 'Escrow', values: ['2798086.45', '2000000.00', '1100000.00', '500000.00', null] },
    ],
  },
  play: ({ canvasElement }) => drawn(canvasElement),
};

export const Lines: Story = {
  args: { shape: 'line', title: 'carry by year', categories: ['2022', '2023', '2024', '2025', '2026'] },
  play: ({ canvasElement }) => drawn(canvasElement),
};

export const Empty: Story = { args: { categories: [], series: [] } };

export const Loading: Story = {
  args: { isLoading: true, categories: [], series: [] },
  play: async ({ canvas }) => {
    const waiting = canvas.getByRole('status', { name: 'Loading carry by investment' });
    await expect(waiting.getBoundingClientRect().height).toBe(280);
  },
};

/** The names of many sources are beside the plot, so that the plot keeps its height. */
export const ManySources: Story = {
  args: {
    shape: 'area',
    title: 'carry over time',
    categories: ['2022', '2023', '2024', '2025'],
    series: Array.from({ length: 13 }, (_, at) => ({
      name: `Source number ${String(at + 1)} of a long list`,
      values: ['100.00', '200.00', '150.00', '250.00'],
    })),
  },
  play: async ({ canvasElement }) => {
    await drawn(canvasElement);
    const plot = canvasElement.querySelector('.highcharts-plot-background');
    await expect(plot?.getBoundingClientRect().height).toBeGreaterThan(180);
  },
};

/** On a phone, the names below a plot are complete, and the plot keeps its height. */
export const ManySourcesOnPhone: Story = {
  args: {
    height: 234,
    shape: 'stackedColumn',
    title: 'carry by year',
    categories: ['2022', '2023', '2024', '2025'],
    series: Array.from({ length: 6 }, (_, at) => ({
      name: `Alder Ridge Partners Fund ${String(at + 1)}, L.P.`,
      values: ['100.00', '200.00', '150.00', '250.00'],
    })),
  },
  render: (args) => (
    <div style={{ width: 360 }}>
      <Chart {...args} />
    </div>
  ),
  play: async ({ args, canvasElement }) => {
    await drawn(canvasElement);
    const plot = canvasElement.querySelector('.highcharts-plot-background')!.getBoundingClientRect();
    await expect(plot.height).toBeGreaterThan(140);
    // Four lines and the arrows to the other names.
    const whole = canvasElement.querySelector('svg.highcharts-root')!.getBoundingClientRect();
    await expect(whole.bottom - plot.bottom).toBeGreaterThan(4 * 20);
    const { legend, responsive } = chartOptions({ ...args, height: 234 }, 'light');
    await expect(responsive?.rules?.[0]?.chartOptions?.legend?.maxHeight).toBeGreaterThan(4 * 20);
    // The window displays whole lines only, and its page number has the color of other labels.
    const [first, second] = [...canvasElement.querySelectorAll('.highcharts-legend-item')];
    const line = second!.getBoundingClientRect().top - first!.getBoundingClientRect().top;
    const clip = canvasElement.querySelector('.highcharts-legend [clip-path]')?.getAttribute('clip-path') ?? '';
    const visible = document.getElementById(/#([^)"]+)/.exec(clip)![1]!)!.querySelector('rect')!;
    await expect(Number(visible.getAttribute('height'))).toBe(4 * line);
    await expect(legend?.navigation?.style?.color).toBe(legend?.itemHoverStyle?.color);
  },
};

/** The first series starts at the axis. */
export const HorizontalStack: Story = {
  args: {
    shape: 'stackedBar',
    title: 'paid in and unfunded',
    categories: ['Marlow', 'Harbor'],
    series: [
      { name: 'Paid in', values: ['60.00', '80.00'] },
      { name: 'Unfunded', values: ['40.00', '50.00'] },
    ],
  },
  play: async ({ canvasElement }) => {
    await drawn(canvasElement);
    const names = [...canvasElement.querySelectorAll('.highcharts-legend-item text')].map(
      (element) => element.textContent,
    );
    await expect(names).toEqual(['Paid in', 'Unfunded']);
    const horizontalPosition = (at: number) =>
      canvasElement.querySelector(`.highcharts-series-${String(at)} .highcharts-point`)?.getBoundingClientRect().left;
    await waitFor(() => expect(horizontalPosition(0)).toBeLessThan(horizontalPosition(1) ?? 0));
  },
};

/** A page can be printed at any moment, so bars are drawn without an animation. */
export const PrintedWithoutAnimation: Story = {
  play: async ({ args }) =>
    expect(chartOptions({ ...args, height: 300 }, 'light')).toMatchObject({
      chart: { animation: false },
      plotOptions: { series: { animation: false } },
    }),
};
