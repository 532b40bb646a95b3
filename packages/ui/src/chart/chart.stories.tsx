import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, fn, screen, userEvent, waitFor } from 'storybook/test';
import { Chart } from './Chart.tsx';
import { chartOptions } from './chartOptions.ts';
import { PictureSubject } from './PictureSubject.tsx';
import { waitForChart } from './waitForChart.ts';

const meta: Meta<typeof Chart> = {
  title: 'chart/Chart',
  component: Chart,
  args: {
    title: 'carry by investment',
    shape: 'bar',
    kind: 'money',
    prefix: '$',
    categories: ['Marlow', 'Harbor', 'Kestrel', 'Tern', 'Osprey'],
    series: [
      {
        name: 'Gross',
        meaning: 'carry',
        values: ['18450333.37', '12020000.10', '9800450.00', '5020197.74', '-1250.55'],
      },
    ],
    onSelect: fn(),
  },
};
export default meta;
type Story = StoryObj<typeof Chart>;

/** Highcharts finds the point by the position of the pointer, not by the element. */
async function clickFirstBar(root: HTMLElement) {
  const bar = root.querySelector('.highcharts-point');
  if (!bar) throw new Error('there is no bar');
  const box = bar.getBoundingClientRect();
  const coords = { clientX: box.left + 20, clientY: box.top + box.height / 2 };
  await fireEvent.mouseOver(bar, coords);
  await fireEvent.mouseMove(bar, coords);
  await fireEvent.click(bar, coords);
  return bar;
}

/** A bar has its figure next to it, opens on a click, and has the full figure in the tooltip and in the table. */
export const Bars: Story = {
  play: async ({ canvas, canvasElement, args }) => {
    await waitForChart(canvasElement);
    await expect(canvas.getByText('$18.45M')).toBeVisible();
    const bar = await clickFirstBar(canvasElement);
    await waitFor(() => expect(bar).toHaveAttribute('aria-label', 'Marlow, Gross: $18,450,333.37'));
    await expect(args.onSelect).toHaveBeenCalledWith('Marlow', 'Gross');
    await expect(canvasElement.querySelector('.highcharts-tooltip')).toHaveTextContent('$18,450,333.37');
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
    await userEvent.click(canvas.getByRole('button', { name: 'carry by investment as a table' }));
    canvas.getByRole('group', { name: 'carry by investment, table' }).focus();
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
    await userEvent.click(canvas.getByRole('button', { name: 'carry by investment as a table' }));
    canvas.getByRole('group', { name: 'carry by investment, table' }).focus();
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
    await waitForChart(canvasElement);
    await clickFirstBar(canvasElement);
    await expect(await canvas.findByRole('button', { name: 'Gross 0' })).toBeVisible();
  },
};

/** A file has the light colors and the title, in either theme and also while the table is visible. */
export const Export: Story = {
  name: 'Exports as SVG and PNG, with subject, date and scope',
  args: { scope: 'All partners' },
  decorators: (Drawn) => (
    <PictureSubject today="2026-08-02">
      <PictureSubject name="Fund I" reportingDate="2026-06-30">
        <Drawn />
      </PictureSubject>
    </PictureSubject>
  ),
  play: async ({ canvas }) => {
    const files: { readonly name: string; readonly content: Promise<Blob> }[] = [];
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function saved() {
      files.push({ name: this.download, content: fetch(this.href).then((response) => response.blob()) });
    };
    try {
      for (const format of ['SVG', 'PNG']) {
        await userEvent.click(canvas.getByRole('button', { name: 'carry by investment as a picture' }));
        await userEvent.click(await screen.findByRole('menuitem', { name: `Export as ${format}` }));
        await waitFor(() => expect(files.map(({ name }) => name).join()).toContain(format.toLowerCase()), {
          timeout: 10_000,
        });
      }
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
    const [svg, png] = files;
    await expect(svg!.name).toBe('Fund I carry by investment 2026-06-30.svg');
    const text = await (await svg!.content).text();
    await expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    for (const part of [
      'carry by investment',
      'Fund I \u00b7 06/30/2026 \u00b7 All partners',
      'Osprey',
      '$18.45M',
      'rgb(140, 117, 0)',
    ])
      await expect(text).toContain(part);
    await expect(text).not.toMatch(/var\(|light-dark\(/);
    const picture = await createImageBitmap(await png!.content);
    await expect(picture.width).toBe(1920);
  },
};

export const TopThree: Story = {
  args: { top: 3, title: 'investments' },
  play: async ({ canvas, canvasElement }) => {
    await waitForChart(canvasElement);
    await expect(canvas.getByRole('heading', { name: 'investments (Top 3)' })).toBeVisible();
  },
};

export const OtherTheme: Story = {
  name: 'Bars, lines and names take the colors of a theme chosen later',
  args: { shape: 'column' },
  play: async ({ canvasElement }) => {
    await waitForChart(canvasElement);
    const page = document.documentElement;
    const attribute = 'data-mantine-color-scheme';
    const before = page.getAttribute(attribute) ?? 'light';
    const colors = () =>
      ['.highcharts-grid-line', '.highcharts-point', '.highcharts-xaxis-labels text'].map((selector) => {
        const { stroke, fill, color } = getComputedStyle(canvasElement.querySelector(selector)!);
        return `${stroke} ${fill} ${color}`;
      });
    const first = colors();
    page.setAttribute(attribute, before === 'dark' ? 'light' : 'dark');
    await waitFor(() => expect(colors().filter((color, at) => color === first[at])).toEqual([]));
    page.setAttribute(attribute, before);
    await waitFor(() => expect(colors()).toEqual(first));
  },
};

export const Empty: Story = { args: { categories: [], series: [] } };

/** Nothing but missing figures is as empty as nothing. */
export const NoFigure: Story = {
  args: { series: [{ name: 'Gross', values: [null, null, null, null, null] }], emptyText: 'No fund was reported.' },
  play: ({ canvas }) => expect(canvas.getByText('No fund was reported.')).toBeVisible(),
};

export const Loading: Story = {
  args: { isLoading: true, categories: [], series: [], height: 280 },
  play: async ({ canvas }) => {
    const waiting = canvas.getByRole('status', { name: 'Loading carry by investment' });
    await expect(waiting.getBoundingClientRect().height).toBe(280);
  },
};

/** A page can be printed at any moment, so bars are drawn without an animation. */
export const PrintedWithoutAnimation: Story = {
  play: async ({ args }) =>
    expect(chartOptions({ ...args, height: 300 })).toMatchObject({
      chart: { animation: false },
      plotOptions: { series: { animation: false } },
    }),
};
