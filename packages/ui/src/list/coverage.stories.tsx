import type { Column } from '@carrara/contract/core/fields';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { CardList } from './CardList.tsx';
import { DataTable } from './DataTable.tsx';

const meta: Meta = { title: 'list/Coverage of rows and totals' };
export default meta;
type Story = StoryObj;

const fundColumns: readonly Column[] = [
  { field: 'code', kind: 'code', title: 'Code' },
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'nav', kind: 'money', title: 'NAV' },
];
const lateFunds = [
  { id: '1', code: 'HSP-I', name: 'Harbor Street Partners I', nav: '19979010.99', carriedFrom: '2025-09-30' },
  { id: '2', code: 'ARP-I', name: 'Alder Ridge Partners I', nav: '8.00', carriedFrom: null },
];
const ofFunds = { label: 'Funds', columns: fundColumns, rows: lateFunds, rowKey: ({ id }: { id: string }) => id };

/** A row with the last figures of a late fund is marked with their date, also as a card. */
export const CarriedForward: Story = {
  render: () => (
    <>
      <DataTable {...ofFunds} />
      <CardList {...ofFunds} />
    </>
  ),
  play: async ({ canvas }) => {
    const mark = 'Values of 09/30/2025, carried forward';
    await expect(canvas.getByRole('cell', { name: `Harbor Street Partners I ${mark}` })).toBeVisible();
    await expect(canvas.getAllByRole('listitem')[0]).toHaveTextContent(mark);
    await expect(canvas.getAllByText(mark)).toHaveLength(2);
  },
};

const coveringFunds = (field: string, included: number) => ({
  field,
  included,
  total: 2,
  excluded: included < 2 ? [{ id: '2', name: 'ARP-I', reason: 'Not reported.', lastDate: null }] : [],
  carried: [],
});

/** A figure says how many funds it covers if the row has figures of other funds, also as a card. */
export const CoversOfEachFigure: Story = {
  render: () => {
    const rows = [
      {
        id: '1',
        name: 'Lakeside Endowment',
        commitment: '200.00',
        nav: '545.00',
        fundsCovered: [coveringFunds('commitment', 2), coveringFunds('nav', 1)],
      },
    ];
    const columns: readonly Column[] = [
      { field: 'name', kind: 'text', title: 'Name' },
      { field: 'commitment', kind: 'money', title: 'Commitment' },
      { field: 'nav', kind: 'money', title: 'NAV' },
    ];
    const table = { label: 'Investors', columns, rows, rowKey: ({ id }: { id: string }) => id };
    return (
      <>
        <DataTable {...table} />
        <CardList {...table} />
      </>
    );
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('cell', { name: '200.00' })).toBeVisible();
    await expect(canvas.getByRole('cell', { name: '545.00 1 of 2 funds' })).toBeVisible();
    await expect(canvas.getByRole('listitem')).toHaveTextContent(/Commitment200\.00NAV545\.001 of 2 funds$/);
  },
};

const leavesOut = '1 of 2 funds; excludes ARP-I (Not reported)';
/** With a column for coverage, each row says it there once, whether its figures include the same funds or not. */
export const CoverageOfRows: Story = {
  render: () => {
    const row = (name: string, included: number) => ({
      id: name,
      name,
      commitment: '200.00',
      nav: '545.00',
      coverage: leavesOut,
      fundsCovered: [coveringFunds('commitment', included), coveringFunds('nav', 1)],
    });
    const columns: readonly Column[] = [
      { field: 'name', kind: 'text', title: 'Name' },
      { field: 'commitment', kind: 'money', title: 'Commitment' },
      { field: 'nav', kind: 'money', title: 'NAV' },
      { field: 'coverage', kind: 'text', title: 'Coverage' },
    ];
    const rows = [row('Alike', 1), row('Unlike', 2)];
    return <DataTable label="Investors" columns={columns} rows={rows} rowKey={({ id }) => id} />;
  },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('cell', { name: '545.00' })).toHaveLength(2);
    const [alike] = canvas.getAllByRole('button', { name: '1 of 2 funds' });
    await expect(canvas.getAllByRole('button', { name: '1 of 2 funds' })).toHaveLength(2);
    // A browser prints it, because nobody can point at it on paper.
    await expect(alike).toHaveAttribute('data-printed', leavesOut);
    await expect(canvas.queryByText(leavesOut)).toBeNull();
    alike!.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(async () => expect(screen.getByText(leavesOut)).toBeVisible());
    await userEvent.keyboard('{Escape}');
    await waitFor(async () => expect(screen.queryByText(leavesOut)).toBeNull());
    await userEvent.hover(alike!);
    await waitFor(async () => expect(screen.getByText(leavesOut)).toBeVisible());
    await userEvent.unhover(alike!);
    await waitFor(async () => expect(screen.queryByText(leavesOut)).toBeNull());
  },
};

/** On a phone, an undetermined amount has its reason, and a row and a total say what they leave out. */
export const CoverageOnAPhone: Story = {
  render: () => (
    <div style={{ width: 366 }}>
      <CardList
        {...ofFunds}
        rows={[
          { ...ofFunds.rows[0], id: '1', nav: '8.00', carriedFrom: null, coverage: '1 of 2 funds; excludes ARP-I' },
          {
            ...ofFunds.rows[1],
            id: '2',
            nav: null,
            carriedFrom: null,
            notDetermined: [{ field: 'nav', code: 'NAV_MISSING', message: 'No net asset value on 09/30/2025.' }],
          },
        ]}
        rowKey={({ id }) => id}
        totals={[
          {
            field: 'nav',
            total: '8.00',
            coverage: {
              included: 1,
              total: 2,
              excluded: [{ id: '2', name: 'ARP-I', reason: 'No net asset value on 09/30/2025.', lastDate: null }],
              carried: [],
            },
          },
        ]}
        counted="funds"
      />
    </div>
  ),
  play: async ({ canvas }) => {
    const [partial, undetermined, total] = canvas.getAllByRole('listitem');
    await expect(partial).toHaveTextContent(/NAV8\.00 ?1 of 2 funds; excludes ARP-I$/);
    await expect(undetermined).toHaveTextContent(/NAVn\.d\.: No net asset value on 09\/30\/2025\./);
    await expect(total).toHaveTextContent(
      /8\.00 ?1 of 2 funds; excludes ARP-I \(No net asset value on 09\/30\/2025\)$/,
    );
    for (const card of [partial, undetermined, total]) await expect(card?.scrollWidth).toBe(card?.clientWidth);
  },
};

/** A total that applies to no row is a dash, as in the rows. An undetermined one says so. */
export const TotalsThatDontApply: Story = {
  render: () => (
    <DataTable
      {...ofFunds}
      rows={[{ id: '1', code: 'HSP-I', name: 'Harbor Street Partners I', nav: null, carriedFrom: null }]}
      totals={[
        { field: 'nav', total: null, currency: 'EUR' },
        {
          field: 'nav',
          total: null,
          currency: 'USD',
          coverage: { included: 0, total: 1, excluded: [], carried: [] },
        },
      ]}
    />
  ),
  play: async ({ canvas }) => {
    const rowOf = (name: string) => canvas.getByRole('rowheader', { name }).closest('tr');
    await expect(rowOf('Total EUR')).toHaveTextContent(/–$/);
    await expect(rowOf('Total USD')).toHaveTextContent('not determined');
  },
};
