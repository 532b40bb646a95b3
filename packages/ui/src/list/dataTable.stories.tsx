import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { Tag } from '../value/StatusBadge.tsx';
import { CardList } from './CardList.tsx';
import { DataTable } from './DataTable.tsx';
import { activeStatus, cellsOf, definition, isFullyVisible, participants } from './participantList.fixture.tsx';
import { RowMenu } from './RowMenu.tsx';

const chosenAction = fn();

const meta: Meta = { title: 'list/DataTable' };
export default meta;
type Story = StoryObj<typeof meta>;

/** The screen reader text of undetermined figures scrolls with its table, so it does not widen the page. */
export const NotDeterminedInANarrowTable: Story = {
  render: () => (
    <div data-testid="page" style={{ position: 'relative', width: 320, overflow: 'auto' }}>
      <DataTable
        label="Funds"
        columns={['Fund', 'Commitment', 'Contributions', 'Distributions', 'Unfunded', 'NAV'].map((title) => ({
          field: title,
          kind: 'money',
          title,
        }))}
        rows={[
          { notDetermined: [{ field: 'NAV', code: 'NAV_MISSING', message: 'Nothing is booked for the quarter.' }] },
        ]}
        rowKey={() => 'one'}
      />
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('n.d.', { exact: false })).toBeInTheDocument();
    const page = canvas.getByTestId('page');
    await expect(page.scrollWidth).toBe(page.clientWidth);
  },
};

const fundNames = [
  'Alder Ridge Partners Fund III, L.P.',
  'Harbor Street Partners I, L.P.',
  'Alder Ridge Europe I SCSp',
];
const wide = {
  label: 'Funds',
  columns: [
    { field: 'name', kind: 'text', title: 'Name' },
    { field: 'firm', kind: 'text', title: 'Firm' },
    { field: 'strategy', kind: 'text', title: 'Strategy' },
    { field: 'status', kind: 'status', title: 'Status' },
    ...['Commitment', 'Contributions', 'Distributions', 'Unfunded', 'NAV'].map(
      (title) => ({ field: title, kind: 'money', title }) as const,
    ),
    { field: 'irr', kind: 'return', title: 'Net IRR' },
  ],
  rows: fundNames.map((name) => ({
    id: name,
    name,
    firm: 'Alder Ridge Capital Management',
    strategy: 'Middle-market buyout',
    status: activeStatus,
    Commitment: '1489447000.00',
    Contributions: '1489447000.00',
    Distributions: '-1380360000.00',
    Unfunded: '12670019.44',
    NAV: '1670019449.44',
    irr: '12.34',
  })),
  rowKey: ({ id }: { readonly id: string }) => id,
} as const;

/** Names wrap first, then details are hidden, and a line says so. No figure is cut. */
export const HidesColumnsThatDoNotFit: Story = {
  render: () => (
    <div data-testid="frame" style={{ width: 900 }}>
      <DataTable {...wide} rowActions={() => <button type="button">Edit</button>} />
    </div>
  ),
  play: async ({ canvas }) => {
    const frame = await canvas.findByRole('group', { name: 'Funds, table' });
    await waitFor(() => expect(canvas.getByText(/^\d columns don’t fit: Firm, Strategy/)).toBeVisible());
    await expect(frame.scrollWidth).toBeLessThanOrEqual(frame.clientWidth + 1);
    await expect(isFullyVisible(frame, cellsOf(frame, '1,670,019,449.44')[0])).toBe(true);
    await expect(canvas.getByText('Firm', { selector: 'th' })).not.toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Show all columns' }));
    await waitFor(() => expect(canvas.getByText('Firm', { selector: 'th' })).toBeVisible());
    // The name stays at the left, and the key column at the right, before the buttons of the row.
    frame.scrollLeft = 200;
    await expect(isFullyVisible(frame, cellsOf(frame, fundNames[0] ?? '')[0])).toBe(true);
    frame.scrollLeft = 0;
    const nav = cellsOf(frame, '1,670,019,449.44')[0];
    await expect(isFullyVisible(frame, nav)).toBe(true);
    await expect(nav?.getBoundingClientRect().right).toBeLessThanOrEqual(
      (canvas.getAllByRole('button', { name: 'Edit' })[0]?.getBoundingClientRect().left ?? 0) + 1,
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Fit to width' }));
    await waitFor(() => expect(canvas.getByText('Firm', { selector: 'th' })).not.toBeVisible());
    // With enough room, all of them are visible again.
    canvas.getByTestId('frame').style.width = '1900px';
    await waitFor(() => expect(canvas.getByText('Firm', { selector: 'th' })).toBeVisible());
    await expect(canvas.queryByText(/don’t fit/)).toBeNull();
  },
};

/** Without a column of currencies, each amount names its own. */
export const NamesCurrenciesWithoutTheirColumn: Story = {
  render: () => (
    <DataTable
      label="Investors"
      columns={[
        { field: 'name', kind: 'text', title: 'Name' },
        { field: 'nav', kind: 'money', title: 'NAV' },
      ]}
      rows={[
        { id: 'a', name: 'Lakeside Endowment', currency: 'USD', nav: '1200.00' },
        {
          id: 'b',
          name: 'Oak Hill Family Office',
          currency: { id: 'e', code: 'EUR', description: 'Euro' },
          nav: '900.00',
        },
        { id: 'c', name: 'Northern Teachers', currency: 'EUR', nav: null },
      ]}
      rowKey={({ id }) => id}
      totals={[{ field: 'nav', total: '1200.00', currency: 'USD' }]}
      totalsLabel="Total, 3"
      hidesCurrency
      cardsOnPhone
    />
  ),
  play: async ({ canvas }) => {
    for (const text of ['EUR 900.00', 'Northern Teachers']) await expect(canvas.getByText(text)).toBeVisible();
    await expect(canvas.getAllByText('USD 1,200.00')[0]).toBeVisible();
    await expect(canvas.getByText(/^Total( USD)?, 3$/).parentElement).toHaveTextContent('USD');
  },
};

export const NamesCurrenciesOnCards: Story = {
  ...NamesCurrenciesWithoutTheirColumn,
  globals: { viewport: { value: 'mobile1' } },
};

/** Several actions of a row take no more room than one. */
export const ActionsOfARowAsAMenu: Story = {
  render: () => (
    <DataTable
      {...wide}
      rowActions={({ name }) => (
        <RowMenu label={name} actions={[{ label: 'Details', onSelect: () => chosenAction(name) }]} />
      )}
    />
  ),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: `Actions for ${fundNames[0] ?? ''}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Details' }));
    await expect(chosenAction).toHaveBeenCalledWith(fundNames[0]);
  },
};

/** A table on a phone hides the columns that don't fit and names them; all of them can be shown. */
export const TableOnAPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  render: () => <DataTable {...wide} />,
  play: async ({ canvas }) => {
    const frame = canvas.getByRole('group', { name: /table$/ });
    await waitFor(() => expect(canvas.getByText(/columns don’t fit: /)).toBeVisible());
    await expect(frame.scrollWidth).toBe(frame.clientWidth);
    await userEvent.click(canvas.getByRole('button', { name: 'Show all columns' }));
    await waitFor(() => expect(canvas.getByText('Firm', { selector: 'th' })).toBeVisible());
  },
};

/** On a phone, each row is a card with its name and state, followed by the full amounts. */
export const CardsOnAPhone: Story = {
  render: () => (
    <div style={{ width: 366 }}>
      <CardList
        {...wide}
        rowHref={({ id }) => `#/fund/${id}`}
        totals={[{ field: 'NAV', total: '5010058348.32' }]}
        totalsLabel="Total, 3"
      />
    </div>
  ),
  play: async ({ canvas }) => {
    const [card] = canvas.getAllByRole('listitem');
    await expect(card).toHaveTextContent(/^Alder Ridge Partners Fund III, L\.P\.Active/);
    await expect(card).toHaveTextContent(/NAV1,670,019,449\.44$/);
    await expect(card?.scrollWidth).toBe(card?.clientWidth);
    await expect(canvas.getByText('5,010,058,348.32')).toBeVisible();
    await expect(canvas.getByRole('link', { name: fundNames[0] ?? '' })).toBeVisible();
  },
};

/** Details that don't fit next to a long amount are on their own line above it. */
export const LongDetailsOnAPhone: Story = {
  render: () => (
    <div style={{ width: 366 }}>
      <CardList
        label="Quarter close"
        columns={[
          { field: 'name', kind: 'text', title: 'Fund' },
          { field: 'detail', kind: 'text', title: 'Details' },
          { field: 'nav', kind: 'money', title: 'Last NAV, all partners' },
          { field: 'currency', kind: 'code', title: 'Currency' },
        ]}
        rows={[
          {
            id: '1',
            name: fundNames[0],
            detail: 'Values are missing for 09/30/2026',
            nav: '1234567890.12',
            currency: 'USD',
          },
          { id: '2', name: fundNames[1], detail: 'To close', nav: '5.00', currency: 'USD' },
        ]}
        rowKey={({ id }) => id}
      />
    </div>
  ),
  play: async ({ canvas }) => {
    const long = canvas.getByText('Values are missing for 09/30/2026').getBoundingClientRect();
    await expect(long.height).toBeLessThan(30);
    const amount = (text: RegExp) => canvas.getByText(text).getBoundingClientRect();
    await expect(amount(/1,234,567,890\.12$/).top).toBeGreaterThanOrEqual(long.bottom - 2);
    await expect(amount(/5\.00$/).top).toBeLessThan(canvas.getByText('To close').getBoundingClientRect().bottom);
  },
};

/** The state of a fund is a reference, and is next to the name like any state. */
export const StatesThatAreReferences: Story = {
  globals: { viewport: { value: 'mobile1' } },
  render: () => (
    <DataTable
      label="Funds"
      columns={[
        { field: 'code', kind: 'code', title: 'Code' },
        { field: 'name', kind: 'text', title: 'Name' },
        { field: 'fundFamily', kind: 'reference', title: 'Family' },
        { field: 'status', kind: 'reference', title: 'Status' },
      ]}
      rows={[
        {
          id: '1',
          code: 'ARP-III',
          name: 'Alder Ridge Partners Fund III, L.P.',
          fundFamily: { id: '2', name: 'Buyout' },
          status: { id: '3', name: 'Harvesting' },
        },
      ]}
      rowKey={({ id }) => id}
      cardsOnPhone
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('listitem')).toHaveTextContent(
      /^Alder Ridge Partners Fund III, L\.P\.HarvestingARP-III.*Buyout$/,
    );
  },
};

/** Tags behind a name wrap to another line, also if rows can be expanded. */
export const TagsOnAPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  render: () => (
    <DataTable
      label="Participants"
      columns={definition.columns}
      rows={participants}
      rowKey={({ id }) => id}
      childrenOf={({ members }) => members ?? []}
      cells={{
        name: ({ name }) => (
          <>
            <a href="#/participant">{name}</a>
            <Tag>Managing Partner</Tag>
            <Tag>Of counsel</Tag>
          </>
        ),
      }}
    />
  ),
  play: async ({ canvas }) => {
    for (const tag of canvas.getAllByText(/^(Managing Partner|Of counsel)$/)) {
      const cell = tag.closest('td');
      await expect(tag.getBoundingClientRect().right).toBeLessThanOrEqual(cell?.getBoundingClientRect().right ?? 0);
    }
  },
};

/** A card lists an amount in several currencies like the table, each with its currency. */
export const CardsWithSeveralCurrencies: Story = {
  render: () => (
    <div style={{ width: 366 }}>
      <CardList
        label="Participants"
        columns={[
          { field: 'name', kind: 'text', title: 'Name' },
          { field: 'carry', kind: 'money', title: 'Carry distributed', amountsIn: 'carryAmounts' },
        ]}
        rows={[
          {
            name: 'Amelia Hartmann',
            carry: null,
            carryAmounts: [
              { currency: 'EUR', amount: '68187.05' },
              { currency: 'USD', amount: '1497458.19' },
            ],
          },
          { name: 'Noah Okafor', carry: '0.00', carryAmounts: [] },
        ]}
        rowKey={({ name }) => name}
      />
    </div>
  ),
  play: async ({ canvas }) => {
    const [several, single] = canvas.getAllByRole('listitem');
    await expect(several).toHaveTextContent(/Carry distributed.*EUR 68,187\.05.*USD 1,497,458\.19/);
    await expect(several?.scrollWidth).toBe(several?.clientWidth);
    await expect(single).toHaveTextContent(/Carry distributed0\.00$/);
  },
};

/** A table's own cell of such an amount has no currency, so that a card names the currency of the row. */
export const CardsWithOwnCells: Story = {
  render: () => (
    <CardList
      label="Investments"
      columns={[
        { field: 'name', kind: 'text', title: 'Name' },
        { field: 'currency', kind: 'code', title: 'Currency' },
        { field: 'value', kind: 'money', title: 'Fair value', amountsIn: 'valueAmounts' },
      ]}
      rows={[
        { name: 'Castellan Software', currency: 'USD', value: '30.00' },
        { name: 'Harbour Logistics', currency: null, value: 'USD 30.00, EUR 25.00' },
      ]}
      cells={{ value: ({ value }) => value }}
      rowKey={({ name }) => name}
    />
  ),
  play: async ({ canvas }) => {
    const [single, several] = canvas.getAllByRole('listitem');
    await expect(single).toHaveTextContent(/Fair value\s*USD 30\.00$/);
    await expect(several).toHaveTextContent(/Fair value\s*USD 30\.00, EUR 25\.00$/);
  },
};
