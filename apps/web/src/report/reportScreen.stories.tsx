import type { Meta, StoryObj } from '@storybook/react-vite';
import { reportGroups } from '@carrara/contract/core/report';
import { MemoryRouter } from 'react-router-dom';
import { expect, spyOn, within } from 'storybook/test';
import type { ScreenProps } from '../frame/screenTypes.ts';
import { PageMenu } from '../record/PageMenu.tsx';
import { CachedAnswers } from '../testing/cachedAnswers.tsx';
import { reportPath } from './reportPaths.ts';
import { reports } from './reports.ts';
import { ReportScreen } from './ReportScreen.tsx';

interface RequestedReportProps {
  readonly name: string;
  readonly query?: string;
  readonly isLp?: boolean;
}

/** Displays the report that its address requests. */
function RequestedReport({ name, query = '', isLp = false }: RequestedReportProps) {
  const report = reports.find((candidate) => candidate.name === name)!;
  const path = reportPath(report);
  return (
    <CachedAnswers signedInAs="administrator" application={isLp ? 'performance-lp' : 'performance'} answers={[]}>
      <MemoryRouter initialEntries={[`${path}${query}`]}>
        <ReportScreen screen={{ path } as ScreenProps['screen']} />
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = { title: 'features/A report', component: RequestedReport } satisfies Meta<typeof RequestedReport>;
export default meta;
type Story = StoryObj<typeof meta>;

const answering = (status: number, body: object) => () => {
  const fetched = spyOn(window, 'fetch').mockImplementation(
    async () =>
      new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json; charset=utf-8' } }),
  );
  return () => fetched.mockRestore();
};

/** An error appears at its parameter. Repeating the same request would not help. */
export const Refused: Story = {
  args: { name: 'cashflow', query: '?from=2026-04-01&to=2026-03-31' },
  beforeEach: answering(400, {
    Message: 'To is before From.',
    Errors: [{ Path: 'To', Code: 'INVALID_VALUE', Message: 'To is before From.' }],
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('To is before From.');
    await expect(canvas.getByRole('textbox', { name: 'To' })).toHaveAccessibleDescription(/To is before From\./);
    await expect(canvas.queryByRole('button', { name: 'Try again' })).toBeNull();
  },
};

/** A printed report is self-contained: it names the quarter and the date of the data even if they are defaults. */
export const Headed: Story = {
  args: { name: 'fund-overview' },
  beforeEach: answering(200, {
    PageData: [],
    TotalItemCount: 0,
    Totals: [],
    Subtotals: [],
    Charts: [],
    Parameters: [{ Name: 'endDate', Title: 'Reporting date', Kind: 'date', Text: '2026-09-30' }],
  }),
  // The heading appears only in print.
  play: async ({ canvas }) => {
    const head =
      /Reporting date: 09\/30\/2026 · Carry late funds forward: No · Basis: Fee-paying limited partners · As known on: now$/;
    await expect(await canvas.findByText(head)).toBeInTheDocument();
    await expect(canvas.getByText(/DPI cover fee-paying limited partners only\./)).toBeInTheDocument();
    // The choice offers the default and the only alternative.
    const basis = canvas.getByRole('combobox', { name: 'Basis' });
    await expect(basis).toHaveValue('Fee-paying limited partners');
    await expect(
      canvas.getByText(
        'This report is empty until the firm has funds with ledger entries and valuations. If it has some, choose other dates or filters above.',
      ),
    ).toBeVisible();
    await expect(canvas.getByRole('textbox', { name: 'Reporting date' })).toHaveValue('09/30/2026');
  },
};
export const OfAllPartners: Story = {
  ...Headed,
  args: { name: 'fund-overview', query: '?basis=all' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('combobox', { name: 'Basis' })).toHaveValue('All partners');
    // The note about the other basis would only confuse.
    await expect(canvas.queryByText(/cover fee-paying limited partners only/)).toBeNull();
  },
};

/** An investor's tenant has no other partners: the report offers and names no basis. */
export const OfInvestor: Story = {
  ...Headed,
  args: { name: 'fund-overview', isLp: true },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/Carry late funds forward: No · As known on: now$/)).toBeInTheDocument();
    await expect(canvas.queryByRole('combobox', { name: 'Basis' })).toBeNull();
    await expect(canvas.queryByText(/fee-paying/i)).toBeNull();
  },
};

/** The dialog asks for the purpose of a run before it is stored. */
export const Stored: Story = {
  ...Headed,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Store this run' }));
    const dialog = within(document.body).getByRole('dialog', { name: 'Store this run' });
    await expect(within(dialog).getByRole('textbox', { name: /Purpose/ })).toBeVisible();
  },
};

/** The headings make a long menu of reports readable. */
export const Menu: Story = {
  args: { name: 'fund-overview' },
  render: () => (
    <PageMenu
      title="Reports"
      groups={reportGroups.carry}
      pages={reports
        .filter(({ module }) => module === 'carry')
        .map((report) => ({ ...report, path: reportPath(report) }))}
    />
  ),
  play: async ({ canvas }) => {
    const headings = canvas.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    await expect(headings).toEqual(['Distributions', 'Balances and escrow', 'Allocations', 'Vesting', 'Forecasts']);
    const escrow = within(canvas.getByRole('region', { name: 'Balances and escrow' }));
    await expect(escrow.getAllByRole('link')).toHaveLength(5);
    await expect(escrow.getByRole('link', { name: 'Escrow ledger' })).toBeVisible();
  },
};
