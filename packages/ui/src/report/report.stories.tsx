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

const investment = (id: string, name: string) => ({ id, name });
const reconciled = (id: string, amounts: readonly [string, string, string], cause: string | null = null) => ({
  id,
  holder: fund('a', 'Alder Ridge Partners Fund III, L.P.'),
  investment: investment(id, `Investment ${id}`),
  currency: 'USD',
  accrued: amounts[0],
  participants: amounts[1],
  difference: amounts[2],
  cause,
});
const amountsOf = (keys: readonly string[], accrued: string, participants: string, difference: string) => ({
  keys,
  splitKeys: ['USD'],
  totals: [
    { field: 'accrued', total: accrued },
    { field: 'participants', total: participants },
    { field: 'difference', total: difference },
  ],
});
/** On a phone, a card per group has its sums: a difference first, if there is one. */
export const CardsOnAPhone: StoryObj<typeof ReportTable> = {
  globals: { viewport: { value: 'mobile1' } },
  args: {
    report: {
      title: 'Carry reconciliation',
      groupBy: ['holder'],
      columns: [
        { field: 'holder', kind: 'reference', title: 'Fund', href: '/carry/fund/{holder}/profile/overview' },
        { field: 'investment', kind: 'reference', title: 'Investment' },
        { field: 'currency', kind: 'code', title: 'Currency' },
        { field: 'accrued', kind: 'money', title: 'Accrued at the fund', adds: true },
        { field: 'participants', kind: 'money', title: 'Participants', adds: true },
        { field: 'difference', kind: 'money', title: 'Difference', adds: true },
        { field: 'cause', kind: 'text', title: 'Cause' },
      ],
      phone: { amounts: ['accrued', 'participants', 'difference'], alert: 'difference', text: 'cause' },
    },
    rows: [
      reconciled('1', ['1200000000.00', '1100000000.00', '100000000.00'], 'Points add up to 91.67%.'),
      reconciled('2', ['500.00', '500.00', '0.00']),
      { ...reconciled('3', ['7.00', '7.00', '0.00']), holder: fund('b', 'Fund II') },
    ],
    subtotals: [
      amountsOf(['a'], '1200000500.00', '1100000500.00', '100000000.00'),
      amountsOf(['b'], '7.00', '7.00', '0.00'),
      amountsOf([], '1200000507.00', '1100000507.00', '100000000.00'),
    ],
  },
  play: async ({ canvas, userEvent }) => {
    const titles = (card: HTMLElement | undefined) =>
      within(card!)
        .getAllByRole('term')
        .map(({ textContent }) => textContent)
        .slice(0, 3);
    const [first, other] = canvas.getAllByRole('listitem');
    await expect(titles(first)).toEqual(['Difference, USD', 'Accrued at the fund, USD', 'Participants, USD']);
    await expect(titles(other)).toEqual(['Accrued at the fund, USD', 'Participants, USD', 'Difference, USD']);
    await expect(within(first!).getByText('1,200,000,500.00')).toBeVisible();
    await expect(within(first!).getByText('Points add up to 91.67%.')).toBeVisible();
    await expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
    const summary = within(first!).getByText('2 rows');
    const { left, top, height } = summary.getBoundingClientRect();
    // The link of the title doesn't cover it.
    await expect(document.elementFromPoint(left + 5, top + height / 2)).toBe(summary);
    await userEvent.click(summary);
    await expect(within(first!).getByText('1,200,000,000.00')).toBeVisible();
    await expect(within(first!).getByText('Investment 2')).toBeVisible();
  },
};
