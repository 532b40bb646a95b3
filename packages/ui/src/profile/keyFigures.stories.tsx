import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { type KeyFigure, KeyFigures } from './KeyFigures.tsx';
import { Why } from './Why.tsx';

const quarters = ['12/31/2025', '03/31/2026', '06/30/2026', '09/30/2026'];
const trend = (...values: readonly (string | null)[]) =>
  values.map((value, at) => ({ label: quarters[at] ?? '', value }));
const since = '06/30/2026';

const figures: readonly KeyFigure[] = [
  {
    label: 'NAV',
    kind: 'money',
    value: '182450118.20',
    href: '#/performance/fund',
    change: { value: '3.24', unit: 'percent', since },
    trend: trend('160000000.00', '171000000.00', '176724446.10', '182450118.20'),
    note: 'without 1 of 9 funds',
    why: <Why figure="182,450,118.20" load={() => Promise.reject(new Error('There is no explanation.'))} />,
  },
  {
    label: 'Unfunded',
    kind: 'money',
    value: '41200000.00',
    change: { value: '-5200000.00', unit: 'money', since },
    trend: trend('52000000.00', null, '46400000.00', '41200000.00'),
  },
  {
    label: 'Average net IRR',
    kind: 'return',
    value: '14.21',
    change: { value: '-0.32', unit: 'points', since },
    trend: trend('15.10', '14.80', '14.53', '14.21'),
  },
  {
    label: 'TVPI',
    kind: 'multiple',
    value: '1.62',
    change: { value: '0.00', unit: 'multiple', since: 'the same days of 2025', isPeriod: true },
    trend: trend('1.62', '1.62', '1.62', '1.62'),
  },
  { label: 'DPI', kind: 'multiple', value: null, reason: 'No fund has distributed cash.' },
  {
    label: 'Funds late',
    kind: 'count',
    value: 2,
    change: { value: '1', unit: 'count', since, tone: 'bad' },
    trend: trend(null, null, '1', '2'),
  },
];

const meta = {
  title: 'profile/KeyFigures',
  component: KeyFigures,
  args: { title: 'Key figures, USD', figures },
} satisfies Meta<typeof KeyFigures>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithChanges: Story = {
  name: 'Each figure has its change in words, its trend and, if it is not determined, the reason',
  play: async ({ canvas, canvasElement }) => {
    const texts = [...canvasElement.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
    await expect(texts[0]).toContain('Up 3.2% since 06/30/2026');
    await expect(texts[1]).toContain('Down 5,200,000.00 since 06/30/2026');
    await expect(texts[2]).toContain('Down 0.32 points since');
    await expect(texts[3]).toContain('Unchanged from the same days of 2025');
    await expect(texts[4]).toContain('No fund has distributed cash.');
    const line = canvas.getByRole('img', { name: /^Unfunded, 12\/31\/2025: 52,000,000\.00, 03\/31\/2026: –/ });
    // The gap divides the line: a single point before it, a line after it.
    await expect(line.querySelectorAll('polyline')).toHaveLength(1);
    await expect(line.querySelectorAll('circle')).toHaveLength(2);
    // A line starts at the left, even if the earliest figures are missing.
    const late = canvas.getByRole('img', { name: /^Funds late/ }).querySelector('polyline');
    await expect(late).toHaveAttribute('points', '2.0,18.0 70.0,2.0');
    await expect(canvas.getByRole('link', { name: 'NAV' })).toHaveAttribute('href', '#/performance/fund');
    // The trends of a row are level, with a note or without.
    const heights = [...canvasElement.querySelectorAll('dl > div')].flatMap((cell) =>
      [...cell.querySelectorAll('svg')].map(
        (trend) => cell.getBoundingClientRect().bottom - trend.getBoundingClientRect().bottom,
      ),
    );
    await expect(new Set(heights.map(Math.round)).size).toBe(1);
  },
};

const long = figures.map((figure) => (figure.kind === 'money' ? { ...figure, value: '-123456789012.34' } : figure));
/** No amount is wider than its cell, wraps or is covered by the next one. */
const expectLegible = async (element: HTMLElement) => {
  for (const cell of element.querySelectorAll('dl > div')) {
    await expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
    const [value] = cell.querySelectorAll('dd');
    await expect(value!.getBoundingClientRect().height).toBeLessThan(32);
  }
  await expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth);
};
export const LongAmounts: Story = {
  args: { figures: long },
  play: ({ canvasElement }) => expectLegible(canvasElement),
};
export const InTwoRows: Story = {
  name: 'If the figures don’t fit in a row, three are in each, aligned',
  decorators: [
    (Figures) => (
      <div style={{ width: 760 }}>
        <Figures />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    await expectLegible(canvasElement);
    const lefts = [...canvasElement.querySelectorAll('dl > div')].map((cell) => cell.getBoundingClientRect().left);
    await expect(lefts.slice(0, 3).map(Math.round)).toEqual(lefts.slice(3).map(Math.round));
  },
};
export const OnAPhone: Story = {
  name: 'There are two columns on a phone',
  args: { figures: long },
  globals: { viewport: { value: 'mobile1' } },
  play: ({ canvasElement }) => expectLegible(canvasElement),
};
export const Empty: Story = {
  args: { figures: [], empty: { text: 'No fund has figures yet.' } },
  play: async ({ canvas }) => expect(canvas.getByText('No fund has figures yet.')).toBeVisible(),
};
export const Loading: Story = { args: { figures: undefined } };
export const Failing: Story = {
  args: { figures: undefined, failure: { message: 'The server doesn’t respond.', onRetry: fn() } },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }));
    await expect(args.failure?.onRetry).toHaveBeenCalled();
  },
};
