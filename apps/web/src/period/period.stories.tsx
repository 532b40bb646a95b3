import type { Meta, StoryObj } from '@storybook/react-vite';
import { CardList } from '@carrara/ui/list/CardList.tsx';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen } from 'storybook/test';
import { CachedAnswers } from '../testing/cachedAnswers.tsx';
import { BasisSelect } from './BasisSelect.tsx';
import { CoverageNote } from './CoverageNote.tsx';
import { useFigureWhy, explanationCells } from './figureWhy.tsx';
import { PeriodTools } from './PeriodTools.tsx';
import { ReportingDateSelect } from './ReportingDateSelect.tsx';
import { useReportingDate } from './reportingDate.ts';
import { ConvertedNote, toCurrencyPair, DisplayCurrencySelect, useDisplayCurrency } from './displayCurrency.tsx';

const datesOf = (newestIsWhole: boolean) =>
  ['2026-06-30', '2026-03-31', '2025-12-31'].map((endDate, at) => ({
    id: endDate,
    endDate,
    reportingDate: endDate,
    formattedDate: endDate,
    name: endDate,
    icon: null,
    isDefault: at === (newestIsWhole ? 0 : 1),
    isWhole: newestIsWhole || at > 0,
    late:
      newestIsWhole || at > 0
        ? []
        : ['I', 'II', 'III'].map((number) => ({
            id: number,
            name: `Harbor Street Partners ${number}`,
            lastDate: '2025-09-30',
          })),
    collection: [],
  }));

/** Old figures are marked as such while the next ones load. */
export const Stale: StoryObj = {
  // The figures are dimmed on purpose for a moment, because they should not be read.
  parameters: { a11y: { config: { rules: [{ id: 'color-contrast', enabled: false }] } } },
  render: () => (
    <PeriodTools figures={[{ label: 'Net IRR', kind: 'return', value: '9.57' }]} isStale>
      Basis
    </PeriodTools>
  ),
  play: async () => {
    const figures = await screen.findByText('Net IRR');
    await expect(figures.closest('[aria-busy="true"]')).not.toBeNull();
    await expect(figures.closest('dl')).toHaveStyle({ opacity: '0.45' });
  },
};

/** The note of a single figure is wide and low, below the choices. */
export const NotedFigure: StoryObj = {
  render: () => (
    <PeriodTools
      figures={[
        {
          label: 'Average IRR',
          kind: 'return',
          value: '2.43',
          note: 'Covers 4 of 10 funds; '.concat('excludes HSP-I (Its IRR is not annualized); '.repeat(4)),
        },
      ]}
    >
      Basis
    </PeriodTools>
  ),
  play: async () => {
    const tile = (await screen.findByText('Average IRR')).closest('div');
    await expect(tile?.getBoundingClientRect().height).toBeLessThan(100);
  },
};

/** The choices of a fund's pages: its quarter, and the currency of its amounts. */
interface ToolsProps {
  readonly codes: readonly string[];
  readonly isAhead?: boolean;
  /** The quarter that the page displays by default, if it isn't the latest. */
  readonly usual?: string;
}

function Tools({ codes, isAhead = false, usual }: ToolsProps) {
  const date = useReportingDate(datesOf(!isAhead), usual);
  const [currency, setCurrency] = useDisplayCurrency();
  return (
    <PeriodTools
      figures={[
        { label: 'NAV', kind: 'money', value: '1250000.00' },
        { label: 'Net IRR', kind: 'return', value: '12.50' },
      ]}
    >
      <ReportingDateSelect date={date} canCarryForward />
      <DisplayCurrencySelect codes={codes} own="EUR" value={currency} onChange={setCurrency} />
      <p>
        {date.endDate}, {toCurrencyPair('EUR', currency) ?? 'fund currency'}
        {date.carriesForward ? ', carried' : ''}
      </p>
    </PeriodTools>
  );
}

const meta = {
  title: 'features/Period',
  component: Tools,
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
} satisfies Meta<typeof Tools>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SwitchesTheCurrency: Story = {
  name: 'The currency is switched, and back to its own [U-P-022]',
  args: { codes: ['EUR', 'GBP', 'USD'] },
  play: async ({ canvas, userEvent }) => {
    const choose = async (code: string) => {
      await userEvent.click(canvas.getByRole('combobox', { name: 'Currency' }));
      await userEvent.click(await screen.findByRole('option', { name: code }));
    };
    await choose('USD');
    await expect(await canvas.findByText('2026-06-30, EUR-USD')).toBeVisible();
    await choose('EUR');
    await expect(await canvas.findByText('2026-06-30, fund currency')).toBeVisible();
  },
};

/** The note names the converted amounts, the rate, and what is not converted. */
export const DisplaysTheRate: StoryObj = {
  render: () => <ConvertedNote currency="USD" endDate="2026-06-30" />,
  play: async () => {
    const message =
      'Amounts are in USD at the rates of 06/30/2026. Returns, multiples, bridge and J-curve are in fund currency.';
    await expect(await screen.findByText(message)).toBeVisible();
  },
};

export const ChoosesTheQuarter: Story = {
  args: { codes: [] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('combobox', { name: 'Reporting date' }));
    await userEvent.click(await screen.findByRole('option', { name: '03/31/2026' }));
    await expect(await canvas.findByText('2026-03-31, fund currency')).toBeVisible();
    await expect(canvas.queryByRole('combobox', { name: 'Currency' })).toBeNull();
  },
};

export const AheadOfPreviousQuarter: Story = {
  name: 'The default quarter is displayed; a newer incomplete one names late funds, and can be chosen with their last values',
  args: { codes: ['EUR'], isAhead: true },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText(/^2026-03-31,/)).toBeVisible();
    const late =
      /^06\/30\/2026 is incomplete: Harbor Street Partners I has reported through 09\/30\/2025; Harbor Street Partners II has reported through 09\/30\/2025; 1 more fund is late\./;
    await expect(canvas.getByText(late)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Show 06/30/2026 anyway' }));
    await expect(await canvas.findByText('2026-06-30, fund currency')).toBeVisible();
    await expect(canvas.getByText(late)).toBeVisible();
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Carry forward the last value of late funds' }));
    await expect(await canvas.findByText('2026-06-30, fund currency, carried')).toBeVisible();
  },
};

export const LinksToTheLatest: Story = {
  name: 'A page that opens on an earlier quarter has a link to the latest figures',
  args: { codes: [], usual: '2025-12-31' },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText('2025-12-31, fund currency')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Show the latest figures (06/30/2026)' }));
    await expect(await canvas.findByText('2026-06-30, fund currency')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: /latest figures/ })).toBeNull();
  },
};

export const BasisOfAnInvestor: Story = {
  args: { codes: [] },
  name: 'The basis is named in a tenant of an investor, which has no choice',
  render: () => (
    <CachedAnswers signedInAs="viewer" application="performance-lp" answers={[]}>
      <BasisSelect value="feePaying" onChange={() => undefined} />
    </CachedAnswers>
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Basis: Your commitments')).toBeVisible();
    await expect(canvas.queryByRole('combobox')).toBeNull();
  },
};

const valueColumns = [
  { field: 'name', kind: 'text', title: 'Investment' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'fairValue', kind: 'money', title: 'Fair value', amountsIn: 'amounts' },
] as const;
const amountsOf = (...currencies: readonly string[]) => currencies.map((currency) => ({ currency, amount: '30.00' }));
const holdings = [
  { name: 'Castellan Software', currency: 'USD', fairValue: '30.00', amounts: amountsOf('USD') },
  { name: 'Harbour Logistics', currency: null, fairValue: null, amounts: amountsOf('USD', 'EUR') },
];

function AmountsInCurrencies() {
  const cells = explanationCells(useFigureWhy(), valueColumns.slice(2), ({ name }: (typeof holdings)[number]) => ({
    subject: name,
    date: '2026-06-30',
  }));
  return (
    <CardList label="Investments" columns={valueColumns} rows={holdings} cells={cells} rowKey={({ name }) => name} />
  );
}

export const AmountsOfSeveralCurrencies: Story = {
  args: { codes: [] },
  name: 'A figure of several currencies lists each amount, without an explanation of the whole',
  render: () => (
    <CachedAnswers signedInAs="viewer" application="performance" answers={[]}>
      <AmountsInCurrencies />
    </CachedAnswers>
  ),
  play: async ({ canvas }) => {
    const [single, several] = await canvas.findAllByRole('listitem');
    await expect(single).toHaveTextContent(/Fair value\s*USD 30\.00/);
    await expect(several).toHaveTextContent(/Fair value\s*USD 30\.00\s*EUR 30\.00$/);
    await expect(canvas.getAllByRole('button', { name: /^Why/ })).toHaveLength(1);
  },
};

export const MeanOfOneFund: Story = {
  args: { codes: [] },
  name: 'A mean of a single fund says so',
  render: () => (
    <CoverageNote coverage={{ included: 1, total: 1, excluded: [], carried: [] }} isMean endDate="2026-06-30" />
  ),
  play: async ({ canvas }) => expect(canvas.getByText('1 of 1 fund')).toBeVisible(),
};
