import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { ReportTable } from './ReportTable.tsx';

const fund = (id: string, name: string) => ({ id, name });
const status = (code: string, description: string) => ({ code, description });
const disbursed = status('DISB', 'Disbursed');
const sums = (keys: readonly string[], splitKeys: readonly string[], gross: string | null) => ({
  keys,
  splitKeys,
  totals: [{ field: 'gross', total: gross }],
});

/** Two funds, two currencies, and a draft that is not determined. */
const meta: Meta<typeof ReportTable> = {
  title: 'Report/ReportTable',
  component: ReportTable,
  args: {
    report: {
      title: 'Distributions by fund',
      groupBy: ['fund'],
      columns: [
        { field: 'fund', kind: 'reference', title: 'Fund', href: '/carry/fund/{fund}/profile/overview' },
        { field: 'source', kind: 'text', title: 'Source' },
        { field: 'status', kind: 'status', title: 'Status' },
        { field: 'currency', kind: 'code', title: 'Currency' },
        { field: 'gross', kind: 'money', title: 'Gross', adds: true, nullIs: 'not determined' },
      ],
    },
    rows: [
      { id: '1', fund: fund('a', 'Fund I'), source: 'Helios', status: disbursed, currency: 'USD', gross: '150.00' },
      {
        id: '2',
        fund: fund('a', 'Fund I'),
        source: 'Selene',
        status: status('DRAFT', 'Draft'),
        currency: 'USD',
        gross: null,
      },
      { id: '3', fund: fund('b', 'Fund II'), source: 'Eos', status: disbursed, currency: 'EUR', gross: '-20.00' },
    ],
    subtotals: [
      sums([], ['Draft', 'USD'], null),
      sums([], ['Disbursed', 'EUR'], '-20.00'),
      sums([], ['Disbursed', 'USD'], '150.00'),
      sums(['a'], ['Draft', 'USD'], null),
      sums(['a'], ['Disbursed', 'USD'], '150.00'),
      sums(['b'], ['Disbursed', 'EUR'], '-20.00'),
    ],
  },
};
export default meta;

export const Groups: StoryObj<typeof ReportTable> = {
  play: async ({ canvasElement }) => {
    const rows = within(canvasElement)
      .getAllByRole('row')
      .map((row) => row.textContent);
    await expect(rows).toEqual([
      'SourceStatusCurrencyGross',
      'Fund I',
      'HeliosDisbursedUSD150.00',
      'SeleneDraftUSDnot determined',
      'Fund I, Draft, USDnot determined',
      'Fund I, Disbursed, USD150.00',
      'Fund II',
      'EosDisbursedEUR(20.00)',
      'Fund II, Disbursed, EUR(20.00)',
      'Total, Draft, USDnot determined',
      'Total, Disbursed, EUR(20.00)',
      'Total, Disbursed, USD150.00',
    ]);
    await expect(within(canvasElement).getByRole('link', { name: 'Fund I' })).toHaveAttribute(
      'href',
      '#/carry/fund/a/profile/overview',
    );
  },
};

/** A page that ends within a group displays the sums of the whole group. */
export const PartOfAGroup: StoryObj<typeof ReportTable> = {
  args: { rows: (meta.args?.rows ?? []).slice(0, 1) },
};
