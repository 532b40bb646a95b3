import { Button } from '@mantine/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test';
import { StatusTones } from '../value/StatusBadge.tsx';
import { defineList } from './defineList.ts';
import { FilterChip } from './FilterChip.tsx';
import { ListScreen, type ListScreenProps } from './ListScreen.tsx';
import { defaultListState, type ListState } from './listState.ts';
import type { SelectedRows } from './selection.ts';
import {
  cellsOf,
  definition,
  isFullyVisible,
  page,
  type Participant,
  participants,
} from './participantList.fixture.tsx';

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
type Canvas = ReturnType<typeof within>;

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
    await expect(canvas.getByRole('navigation', { name: /Pages/ })).toHaveTextContent(
      '1–20 of 41 rows. 21 more rows aren’t on this print.',
    );
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

/** A phone has no key for the search, so none is offered. */
export const Small: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    const search = canvas.getByRole('searchbox', { name: 'Search Participants' });
    await expect(search).toBeVisible();
    await expect(canvas.getByText('/')).not.toBeVisible();
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

/** Selection lives in the application, so that it can last over pages. */
function SelectableList(props: Args) {
  const [selected, setSelected] = useState<SelectedRows<Participant>>(new Map());
  return (
    <Example
      {...props}
      selection={{
        selected,
        onChange: setSelected,
        wasCleared: props.selection?.wasCleared === true,
        matching: selected.size < 41 ? 41 : undefined,
        onSelectMatching: () => undefined,
        actions: <Button size="compact-sm">Archive {selected.size}</Button>,
      }}
    />
  );
}

const selectable = (names: readonly string[], canvas: Canvas) =>
  names.map((name) => canvas.getByRole('checkbox', { name: `Select ${name}` }));

export const Selection: Story = {
  name: 'Rows are selected by click, Shift-click and Space, and all of a page at once',
  render: (args) => <SelectableList {...args} />,
  play: async ({ canvas }) => {
    const bar = () => within(canvas.getByRole('region', { name: 'Selected rows' }));
    const [amelia, noah, founders, mateo] = selectable(
      ['Amelia Hartmann', 'Noah Okafor', 'ARP Founders Holdings LP', 'Mateo Alvarez'],
      canvas,
    ) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
    await expect(canvas.queryByRole('region', { name: 'Selected rows' })).toBeNull();
    await userEvent.click(amelia);
    await expect(bar().getByText('1 selected')).toBeVisible();
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(mateo);
    await user.keyboard('{/Shift}');
    await expect(bar().getByText('4 selected')).toBeVisible();
    for (const box of [amelia, noah, founders, mateo]) await expect(box).toBeChecked();
    const ofPage = canvas.getByRole('checkbox', { name: 'Select all rows on this page' });
    await expect(ofPage).toBePartiallyChecked();
    // The keys of the list work behind a checkbox, too.
    await userEvent.keyboard('jj ');
    await expect(noah).not.toBeChecked();
    await expect(bar().getByText('3 selected')).toBeVisible();
    await userEvent.click(ofPage);
    await expect(bar().getByText('6 selected')).toBeVisible();
    await expect(bar().getByRole('button', { name: 'Select all 41 that match' })).toBeVisible();
    await userEvent.click(bar().getByRole('button', { name: 'Clear selection' }));
    await expect(canvas.queryByRole('region', { name: 'Selected rows' })).toBeNull();
  },
};

export const SelectionOfCards: Story = {
  ...Selection,
  name: 'Cards are selected on a phone',
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    const [amelia] = selectable(['Amelia Hartmann'], canvas);
    if (amelia) await userEvent.click(amelia);
    await expect(canvas.getByText('1 selected')).toBeVisible();
  },
};

export const SelectionCleared: Story = {
  ...Selection,
  name: 'A changed filter clears the selection and says so',
  args: {
    selection: {
      selected: new Map(),
      onChange: () => undefined,
      wasCleared: true,
      onSelectMatching: () => undefined,
      actions: null,
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent(/selection was cleared/);
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
    // A hidden column reappears after its predecessor in the list of columns.
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
    await expect(isFullyVisible(frame, cellsOf(frame, '5,959,359.27')[0])).toBe(true);
  },
};
