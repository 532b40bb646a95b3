import type { Kind } from '@carrara/contract/core/kinds';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { required } from '@carrara/domain/kernel';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import { Chart } from '../chart/Chart.tsx';
import { overlappingTexts, waitForChart } from '../chart/waitForChart.ts';
import { FieldInput } from '../form/FieldInput.tsx';
import { fieldError } from '../form/fieldRules.ts';
import { DataGrid } from '../grid/DataGrid.tsx';
import type { GridEdit } from '../grid/gridTypes.ts';
import { DataTable } from '../list/DataTable.tsx';
import { formatDate } from './formatDate.ts';
import { showFormats } from './personalFormats.ts';

const meta: Meta = {
  title: 'value/Personal formats',
  beforeEach: () => {
    showFormats({ dateFormat: 'DD.MM.YYYY', numberFormat: '1.234,56' });
    return () => showFormats();
  },
};
export default meta;
type Story = StoryObj<typeof meta>;

const columns = [
  { field: 'date', kind: 'date', title: 'Date' },
  { field: 'amount', kind: 'money', title: 'Amount' },
  { field: 'share', kind: 'percent', title: 'Share' },
  { field: 'multiple', kind: 'multiple', title: 'Multiple' },
] as const;
const rows = [
  { id: 'call', date: '2026-09-05', amount: '1234567.89', share: '12.5', multiple: '1.85' },
  { id: 'fee', date: '2026-12-31', amount: '-940.5', share: '0.25', multiple: '0.9' },
];

export const Table: Story = {
  render: () => <DataTable label="Entries" columns={columns} rows={rows} rowKey={({ id }) => id} />,
  play: async ({ canvas }) => {
    for (const text of ['05.09.2026', '1.234.567,89', '(940,50)', '1,85x', '31.12.2026'])
      await expect(canvas.getByText(text)).toBeInTheDocument();
  },
};

function Form() {
  const [values, setValues] = useState<Partial<Record<Kind, unknown>>>({ date: '2026-09-05', money: '1250.5' });
  const [visited, setVisited] = useState<readonly Kind[]>([]);
  const titles = { date: 'Date', money: 'Amount', percent: 'Share' } as const;
  return (
    <div style={{ maxWidth: 320, display: 'grid', gap: 16 }}>
      {(Object.keys(titles) as (keyof typeof titles)[]).map((kind) => (
        <FieldInput
          key={kind}
          name={kind}
          field={{ kind, title: titles[kind] }}
          value={values[kind] ?? null}
          onChange={(value) => setValues((before) => ({ ...before, [kind]: value }))}
          onBlur={() => setVisited((before) => [...before, kind])}
          error={visited.includes(kind) ? fieldError({ kind, title: titles[kind] }, values[kind]) : null}
          disabled={false}
        />
      ))}
      <output aria-label="Values">{JSON.stringify(values)}</output>
    </div>
  );
}

/** Input is displayed as understood. Values stay in the format of the API. */
export const Inputs: Story = {
  render: () => <Form />,
  play: async ({ canvas }) => {
    const [date, amount, share] = ['Date', 'Amount', 'Share'].map((name) => canvas.getByRole('textbox', { name }));
    if (!date || !amount || !share) throw new Error('a field is missing');
    const values = () => JSON.parse(canvas.getByLabelText('Values').textContent ?? '') as unknown;
    await expect(date).toHaveValue('05.09.2026');
    await expect(amount).toHaveValue('1.250,50');
    await userEvent.clear(date);
    await userEvent.type(date, '6.5.2026');
    await expect(canvas.getByText('May 6, 2026')).toBeVisible();
    await userEvent.clear(amount);
    await userEvent.type(amount, '1.234');
    await expect(canvas.queryByText('May 6, 2026')).not.toBeInTheDocument();
    await userEvent.type(share, '1,234');
    await userEvent.tab();
    await expect(date).toHaveValue('06.05.2026');
    await expect(amount).toHaveValue('1.234,00');
    await expect(share).toHaveValue('1,2340');
    await expect(values()).toEqual({ date: '2026-05-06', money: '1234', percent: '1.234' });
    await userEvent.clear(amount);
    await userEvent.type(amount, '1234.5');
    await userEvent.tab();
    await expect(amount).toHaveValue('1234.5');
    await expect(
      canvas.getByText('Amount is not a number. Use points for thousands (1.234) and a comma for decimals (1,5)'),
    ).toBeVisible();
    await userEvent.clear(date);
    await userEvent.type(date, '2026-12-01');
    await userEvent.tab();
    await expect(date).toHaveValue('01.12.2026');
  },
};

const edited = fn<(edits: readonly GridEdit[]) => void>();

function paste(text: string): void {
  // Reading the clipboard would ask the person first. Without it, the grid uses the data of the event.
  for (const method of ['read', 'readText'])
    Object.defineProperty(navigator.clipboard, method, { value: undefined, configurable: true });
  const data = new DataTransfer();
  data.setData('text/plain', text);
  window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}

/** A paste is in the person's format. A cell that another format reads differently is refused if another cell needs that format. */
export const Grid: Story = {
  render: () => (
    <DataGrid
      label="Entries"
      columns={columns.map((column) => ({ ...column, editable: true, negative: true }))}
      rows={rows}
      rowKey={({ id }) => id}
      onEdit={edited}
    />
  ),
  play: async ({ canvasElement, canvas }) => {
    edited.mockClear();
    const grid = await waitFor(() => required(canvasElement.querySelector('canvas'), 'the canvas of the grid'), {
      timeout: 10_000,
    });
    const box = grid.getBoundingClientRect();
    const at = { clientX: box.left + 40, clientY: box.top + 47 };
    await userEvent.pointer([
      { target: grid, coords: at },
      { keys: '[MouseLeft>]', target: grid, coords: at },
      { keys: '[/MouseLeft]', target: grid, coords: at },
    ]);
    await waitFor(() => expect(grid.contains(document.activeElement)).toBe(true));
    await waitFor(() => expect(grid.textContent).toContain('05.09.2026'));
    paste('01.02.2026\t1.234,5\n02.02.2026\t7');
    await waitFor(() =>
      expect(edited.mock.lastCall?.[0].map(({ value }) => value)).toEqual(['2026-02-01', '1234.5', '2026-02-02', '7']),
    );
    paste('01.02.2026\t1.234\n02.02.2026\t7.5');
    await expect(await canvas.findByText(/'1\.234' is unclear/)).toBeVisible();
  },
};

const quarters = ['2025-09-30', '2025-12-31', '2026-03-31', '2026-06-30'];

export const AxesAndLabels: Story = {
  name: 'Chart',
  render: () => (
    <Chart
      title="NAV by quarter, USD"
      shape="area"
      kind="money"
      prefix="$"
      dates={quarters}
      categories={quarters.map(formatDate)}
      series={[{ name: 'NAV', meaning: 'nav', values: ['1250000.00', '1500000.00', '1750000.00', '2125000.00'] }]}
    />
  ),
  play: async ({ canvasElement }) => {
    await waitForChart(canvasElement);
    await expect(overlappingTexts(canvasElement)).toEqual([]);
    const axis = (name: string) => canvasElement.querySelector(`.highcharts-${name}-labels`)?.textContent ?? '';
    await expect(axis('yaxis')).toMatch(/\d,\d/);
    await expect(axis('yaxis')).not.toContain('.');
    await expect(axis('xaxis')).toMatch(/\d{2}\.\d{4}/);
    await expect(canvasElement.textContent).toContain('$2,13M');
  },
};
