import { Button } from '@mantine/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, screen, spyOn, userEvent, waitFor } from 'storybook/test';
import { StatusTones, Tag } from '../value/StatusBadge.tsx';
import { CardList } from './CardList.tsx';
import { DataTable } from './DataTable.tsx';
import { defineList, type ListPage } from './defineList.ts';
import { FilterChip } from './FilterChip.tsx';
import { ListScreen, type ListScreenProps } from './ListScreen.tsx';
import { defaultListState, type ListState } from './listState.ts';
import { RowMenu } from './RowMenu.tsx';

const chosenAction = fn();

interface Participant {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly status: { readonly code: string; readonly description: string };
  readonly hired: string | null;
  readonly effective: string;
  readonly gross: string;
  readonly tax: string;
  readonly other: string | null;
  readonly net: string;
  readonly members?: readonly Participant[];
}

const active = { code: 'ACT', description: 'Active' };
const terminated = { code: 'TERM', description: 'Terminated' };

const participants: readonly Participant[] = [
  {
    id: '1',
    name: 'Amelia Hartmann',
    role: 'Partner',
    status: active,
    hired: '2011-03-01',
    effective: '21.7306',
    gross: '10776418.20',
    tax: '3739417.11',
    other: null,
    net: '5959359.27',
  },
  {
    id: '2',
    name: 'Noah Okafor',
    role: 'Partner',
    status: active,
    hired: '2012-09-15',
    effective: '17.3845',
    gross: '8621134.55',
    tax: '2991533.69',
    other: null,
    net: '4754987.40',
  },
  {
    id: '3',
    name: 'ARP Founders Holdings LP',
    role: 'Entity',
    status: active,
    hired: null,
    effective: '5.4180',
    gross: '2686840.02',
    tax: '628720.57',
    other: null,
    net: '1789435.45',
    members: [
      {
        id: '3a',
        name: 'Okafor Family Dynasty Trust',
        role: 'Trust',
        status: active,
        hired: null,
        effective: '50',
        gross: '1343420.01',
        tax: '319733.96',
        other: null,
        net: '889344.05',
      },
      {
        id: '3b',
        name: 'Raman Family Descendants Trust',
        role: 'Trust',
        status: active,
        hired: null,
        effective: '37.5',
        gross: '1007565.01',
        tax: '239800.47',
        other: null,
        net: '667008.04',
      },
    ],
  },
  {
    id: '4',
    name: 'Mateo Alvarez',
    role: 'Partner',
    status: active,
    hired: '2014-01-06',
    effective: '10.1409',
    gross: '5028993.11',
    tax: '1745060.61',
    other: '-1250.55',
    net: '2490834.08',
  },
  {
    id: '5',
    name: 'Ingrid Lindqvist',
    role: 'Partner',
    status: active,
    hired: '2015-06-22',
    effective: '6.5190',
    gross: '3232916.40',
    tax: '1121822.00',
    other: null,
    net: '1787802.76',
  },
  {
    id: '6',
    name: 'Zanele Mokoena',
    role: 'Principal',
    status: terminated,
    hired: '2018-10-08',
    effective: '0.75',
    gross: '371932.36',
    tax: '129060.53',
    other: null,
    net: '149888.74',
  },
];

const page: ListPage<Participant> = {
  pageData: participants,
  totalItemCount: 41,
  totals: [
    { field: 'effective', total: '100' },
    { field: 'gross', total: '49590981.21' },
    { field: 'tax', total: '14862207.93' },
    { field: 'other', total: '-940.45' },
    { field: 'net', total: '27237369.92' },
  ],
};

const definition = defineList<Participant>({
  title: 'Participants',
  rowKey: 'id',
  defaultSort: { field: 'name', ascending: true },
  columns: [
    { field: 'name', kind: 'text', title: 'Participant' },
    { field: 'status', kind: 'status', title: 'Status' },
    { field: 'hired', kind: 'date', title: 'Hired', hidden: true },
    { field: 'effective', kind: 'percent', title: 'Effective %' },
    { field: 'gross', kind: 'money', title: 'Gross' },
    { field: 'tax', kind: 'money', title: 'Tax' },
    { field: 'other', kind: 'money', title: 'Other adjustment' },
    { field: 'net', kind: 'money', title: 'Net' },
  ],
  tabs: [
    { id: 'all', title: 'All', count: 41 },
    { id: 'employees', title: 'Employees', count: 30 },
    { id: 'trusts', title: 'Trusts' },
    { id: 'entities', title: 'Entities' },
  ],
  filters: [
    {
      id: 'type',
      title: 'Type',
      multiple: true,
      options: [
        { value: 'EMP', label: 'Employee' },
        { value: 'TRUST', label: 'Trust' },
        { value: 'ENT', label: 'Entity' },
      ],
    },
    { id: 'terminated', title: 'Terminated', allLabel: 'Shown', options: [{ value: 'no', label: 'Hidden' }] },
  ],
  cells: {
    name: (row) => (
      <>
        {row.name}
        <Tag>{row.role}</Tag>
      </>
    ),
  },
});

type Args = Partial<ListScreenProps<Participant>> & { readonly onState?: (state: ListState) => void };

function Example({ onState, ...props }: Args) {
  const [state, setState] = useState(props.state ?? defaultListState(definition));
  return (
    <StatusTones.Provider value={{ ACT: 'ok', TERM: 'neutral' }}>
      <div style={{ height: 'calc(100vh - 40px)' }}>
        <ListScreen<Participant>
          definition={definition}
          page={page}
          rowHref={(row) => `#/carry/participants/${row.id}`}
          exports={{ excel: '/participants.xlsx', pdf: '/participants.pdf' }}
          actions={<Button>Add participant</Button>}
          {...props}
          state={state}
          onStateChange={(next) => {
            setState(next);
            onState?.(next);
          }}
        />
      </div>
    </StatusTones.Provider>
  );
}

const meta: Meta<typeof Example> = { title: 'list/ListScreen', component: Example, args: { onState: fn() } };
export default meta;
type Story = StoryObj<typeof Example>;

export const WithRows: Story = {
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('Participants41');
    await expect(canvas.getByText('(1,250.55)')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Gross' }));
    await expect(args.onState).toHaveBeenLastCalledWith(expect.objectContaining({ sort: 'gross', ascending: true }));
    await userEvent.click(canvas.getByRole('button', { name: 'Gross' }));
    await expect(canvas.getByRole('columnheader', { name: 'Gross' })).toHaveAttribute('aria-sort', 'descending');
  },
};

/** A record may have a row for each currency. The title and the total count records, and the pages count rows. */
export const RowsOfRecords: Story = {
  args: { page: { ...page, recordCount: 28 } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('Participants28');
    await expect(canvas.getByText('Total, 28')).toBeVisible();
    await expect(canvas.getByRole('navigation', { name: /Pages/ })).toHaveTextContent('1–20 of 41 rows');
  },
};

export const SearchFromTwoCharacters: Story = {
  name: 'Search from two characters, after a pause in typing [U-P-074 U-T-073 U-T-095]',
  play: async ({ canvas, args }) => {
    const box = canvas.getByRole('searchbox', { name: 'Search Participants' });
    await userEvent.keyboard('/');
    await expect(box).toHaveFocus();
    await userEvent.type(box, 'o');
    await userEvent.type(box, 'ka');
    await expect(args.onState).not.toHaveBeenCalled();
    await waitFor(() => expect(args.onState).toHaveBeenCalledWith(expect.objectContaining({ search: 'oka', page: 1 })));
    await expect(args.onState).toHaveBeenCalledTimes(1);
  },
};

export const Keyboard: Story = {
  args: { onOpen: fn(), onPrefetch: fn() },
  play: async ({ args }) => {
    await userEvent.keyboard('jjk{Enter}');
    await expect(args.onOpen).toHaveBeenCalledWith(participants[0]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect(args.onOpen).toHaveBeenLastCalledWith(participants[1]);
    await expect(args.onPrefetch).toHaveBeenCalledWith(participants[1]);
  },
};

export const KeyboardFromTheSearch: Story = {
  args: { onOpen: fn() },
  play: async ({ canvas, args }) => {
    canvas.getByRole('button', { name: 'Gross' }).focus();
    await userEvent.keyboard('/{ArrowDown}{ArrowDown}{Enter}');
    await expect(args.onOpen).toHaveBeenCalledWith(participants[1]);
  },
};

function SingleChoice() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const options = ['Active', 'Realized', 'Retired'].map((label) => ({ value: label.toLowerCase(), label }));
  return <FilterChip filter={{ id: 'status', title: 'Status', options }} chosen={chosen} onChange={setChosen} />;
}

/** The arrows select each choice on their way. Enter closes the choices. */
export const FilterByArrows: Story = {
  render: () => <SingleChoice />,
  play: async ({ canvas }) => {
    canvas.getByRole('button', { name: 'Status: All' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('radio', { name: 'All' })).toHaveFocus());
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Status: Realized' })).toHaveFocus());
  },
};

export const FilterChosen: Story = {
  play: async ({ canvas, canvasElement, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: /Type/ }));
    const trust = await waitFor(() => {
      const found = canvasElement.ownerDocument.querySelector<HTMLInputElement>('input[name=type]:nth-of-type(1)');
      if (!found) throw new Error('the choices are not open yet');
      return found;
    });
    await userEvent.click(trust.closest('div')?.querySelectorAll('input')[2] ?? trust);
    await expect(args.onState).toHaveBeenLastCalledWith(expect.objectContaining({ filters: { type: ['TRUST'] } }));
    await userEvent.keyboard('{Escape}');
    await expect(canvas.getByRole('button', { name: /Type: Trust/ })).toBeVisible();
  },
};

export const Expandable: Story = {
  args: { childrenOf: (row) => row.members ?? [] },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Expand' }));
    await expect(canvas.getByText('Okafor Family Dynasty Trust')).toBeVisible();
  },
};

export const Loading: Story = { args: { page: undefined } };
export const Refreshing: Story = { args: { isRefreshing: true } };
export const Empty: Story = {
  name: 'Empty [M-T-040]',
  play: async ({ canvas }) => expect(canvas.getByText('There are no records to display')).toBeVisible(),
  args: {
    page: { pageData: [], totalItemCount: 0 },
    emptyHint: 'Begin with the people who share in the carry.',
    emptyAction: <Button>Add participant</Button>,
  },
};

export const NoMatch: Story = {
  name: 'No match [M-T-041 M-T-042]',
  args: { page: { pageData: [], totalItemCount: 0 }, state: { ...defaultListState(definition), search: 'nobody' } },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByText(/There are no records that match your search criteria\./)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Clear' }));
    await expect(args.onState).toHaveBeenCalledWith(expect.objectContaining({ search: '', filters: {} }));
  },
};

export const Failed: Story = {
  args: { page: undefined, error: 'API Server is currently unavailable. Please notify support', onRetry: fn() },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};

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
    status: active,
    Commitment: '1489447000.00',
    Contributions: '1489447000.00',
    Distributions: '-1380360000.00',
    Unfunded: '12670019.44',
    NAV: '1670019449.44',
    irr: '12.34',
  })),
  rowKey: ({ id }: { readonly id: string }) => id,
} as const;

const cellsOf = (frame: HTMLElement, text: string) =>
  [...frame.querySelectorAll<HTMLElement>('tbody td')].filter((cell) => cell.textContent === text);
const isWhole = (frame: HTMLElement, cell: HTMLElement | undefined) => {
  const [outer, inner] = [frame.getBoundingClientRect(), cell?.getBoundingClientRect()];
  return (
    inner !== undefined &&
    cell !== undefined &&
    inner.right <= outer.right + 1 &&
    inner.left >= outer.left - 1 &&
    cell.scrollWidth <= cell.clientWidth
  );
};

/** Names wrap first, then details are hidden, and a line says so. No figure is cut. */
export const HidesColumnsThatDoNotFit: Story = {
  render: () => (
    <div data-testid="place" style={{ width: 900 }}>
      <DataTable {...wide} rowActions={() => <button type="button">Edit</button>} />
    </div>
  ),
  play: async ({ canvas }) => {
    const frame = await canvas.findByRole('group', { name: 'Funds, table' });
    await waitFor(() => expect(canvas.getByText(/^\d columns don’t fit: Firm, Strategy/)).toBeVisible());
    await expect(frame.scrollWidth).toBeLessThanOrEqual(frame.clientWidth + 1);
    await expect(isWhole(frame, cellsOf(frame, '1,670,019,449.44')[0])).toBe(true);
    await expect(canvas.getByText('Firm', { selector: 'th' })).not.toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Show all columns' }));
    await waitFor(() => expect(canvas.getByText('Firm', { selector: 'th' })).toBeVisible());
    // The name stays at the left, and the key column at the right, before the buttons of the row.
    frame.scrollLeft = 200;
    await expect(isWhole(frame, cellsOf(frame, fundNames[0] ?? '')[0])).toBe(true);
    frame.scrollLeft = 0;
    const nav = cellsOf(frame, '1,670,019,449.44')[0];
    await expect(isWhole(frame, nav)).toBe(true);
    await expect(nav?.getBoundingClientRect().right).toBeLessThanOrEqual(
      (canvas.getAllByRole('button', { name: 'Edit' })[0]?.getBoundingClientRect().left ?? 0) + 1,
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Fit to width' }));
    await waitFor(() => expect(canvas.getByText('Firm', { selector: 'th' })).not.toBeVisible());
    // With enough room, all of them are visible again.
    canvas.getByTestId('place').style.width = '1900px';
    await waitFor(() => expect(canvas.getByText('Firm', { selector: 'th' })).toBeVisible());
    await expect(canvas.queryByText(/don’t fit/)).toBeNull();
  },
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

export const Small: Story = { globals: { viewport: { value: 'mobile1' } } };

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

/** The total of each currency states which runs it includes, like the total of a single currency. */
export const TotalsOfDisbursedRuns: Story = {
  args: {
    definition: defineList<Participant>({
      ...definition,
      columns: definition.columns.map((column) =>
        column.field === 'net' ? { ...column, total: 'disbursed' } : column,
      ),
    }),
    page: {
      ...page,
      totals: [
        { field: 'net', total: '27237369.92', currency: 'USD' },
        { field: 'net', total: '1200.00', currency: 'EUR' },
      ],
    },
  },
  play: async ({ canvas }) => {
    for (const currency of ['USD', 'EUR'])
      await expect(canvas.getByRole('rowheader', { name: `Total disbursed ${currency}` })).toBeVisible();
  },
};
/** Below a column of dates, the label of the totals stays on one line. */
export const TotalsBelowDates: Story = {
  args: {
    definition: defineList<Participant>({
      ...definition,
      columns: [
        { field: 'hired', kind: 'date', title: 'Hired' },
        ...definition.columns
          .filter(({ field }) => field !== 'hired')
          .map((column) => (column.field === 'net' ? { ...column, total: 'disbursed' as const } : column)),
      ],
    }),
    page: { ...page, totals: [{ field: 'net', total: '27237369.92' }] },
  },
  play: async ({ canvas }) => {
    const label = canvas.getByRole('rowheader', { name: 'Total disbursed' });
    await expect(label.getBoundingClientRect().height).toBeLessThan(40);
    await expect(label).toHaveAttribute('colspan', '2');
  },
};

/** The number of all records is not the number of those in one currency. */
export const TotalsOfCurrencies: Story = {
  args: {
    page: {
      ...page,
      totals: [
        { field: 'net', total: '27237369.92', currency: 'USD' },
        { field: 'net', total: '1200.00', currency: 'EUR' },
      ],
    },
  },
  play: async ({ canvas }) => expect(canvas.getByRole('rowheader', { name: 'Total USD' })).toBeVisible(),
};

/** On a phone, a card has all columns that a person chose. */
export const ChosenColumnsOnAPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  args: { state: { ...defaultListState(definition), columns: ['name', 'hired', 'tax', 'effective', 'net'] } },
  play: async ({ canvas }) => {
    const [card] = canvas.getAllByRole('listitem');
    await expect(card).toHaveTextContent(/Hired 03\/01\/2011.*Tax3,739,417\.11.*Effective %21\.7306.*Net5,959,359\.27/);
    await expect(card?.scrollWidth).toBe(card?.clientWidth);
  },
};

export const Copied: Story = {
  name: 'The rows on the page are copied for a spreadsheet',
  play: async ({ canvas }) => {
    const copied = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
    await userEvent.click(canvas.getByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy page as a table' }));
    await waitFor(() => expect(copied).toHaveBeenCalledOnce());
    const [titles, first] = String(copied.mock.calls[0]?.[0]).split('\r\n');
    await expect(titles).toBe('Participant\tStatus\tEffective %\tGross\tTax\tOther adjustment\tNet');
    await expect(first).toBe('Amelia Hartmann\tActive\t21.7306\t10776418.20\t3739417.11\t\t5959359.27');
    copied.mockRestore();
  },
};

export const ColumnsInOrder: Story = {
  name: 'Columns are chosen, moved and resized with the keyboard, and totals are hidden',
  play: async ({ canvas, args }) => {
    const headings = () => canvas.getAllByRole('columnheader').map(({ textContent }) => textContent);
    await userEvent.click(canvas.getByRole('button', { name: 'Columns' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Move Net up' }));
    await expect(headings()).toEqual([
      'Participant',
      'Status',
      'Effective %',
      'Gross',
      'Tax',
      'Net',
      'Other adjustment',
    ]);
    // A hidden column appears behind the one that it follows in the list.
    await userEvent.click(screen.getByRole('checkbox', { name: 'Hired' }));
    await expect(headings()[2]).toBe('Hired');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Totals' }));
    await expect(canvas.queryByRole('rowheader')).toBeNull();
    screen.getByRole('checkbox', { name: 'Status' }).focus();
    const before = canvas.getByRole('columnheader', { name: 'Status' }).offsetWidth;
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await expect(args.onState).toHaveBeenLastCalledWith(
      expect.objectContaining({ hidesTotals: true, widths: { status: before + 16 } }),
    );
    await userEvent.keyboard('{Escape}');
    const net = canvas.getByRole('columnheader', { name: 'Net' }).offsetWidth;
    canvas.getByRole('button', { name: 'Net' }).focus();
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await expect(args.onState).toHaveBeenLastCalledWith(
      expect.objectContaining({ widths: { status: before + 16, net: net - 16 } }),
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Columns' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reset' }));
    await expect(args.onState).toHaveBeenLastCalledWith(
      expect.objectContaining({ columns: undefined, widths: undefined }),
    );
  },
};

export const NarrowColumns: Story = {
  name: 'A narrow column wraps its names and cuts no figure',
  args: { state: { ...defaultListState(definition), widths: { name: 90, net: 50 } } },
  play: async ({ canvas }) => {
    const frame = canvas.getByRole('group', { name: /table$/ });
    await expect(canvas.getByRole('columnheader', { name: 'Participant' }).offsetWidth).toBeLessThan(140);
    await expect(isWhole(frame, cellsOf(frame, '5,959,359.27')[0])).toBe(true);
  },
};
