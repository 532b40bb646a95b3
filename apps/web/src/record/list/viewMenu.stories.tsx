import type { RememberedList, SavedView } from '@carrara/contract/platform/savedView/savedView';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Link, MemoryRouter, useLocation } from 'react-router-dom';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { lists } from 'virtual:contract/tables';
import { CachedAnswers, cachedAnswer } from '../../testing/cachedAnswers.tsx';
import { RecordTable } from './RecordTable.tsx';

const list = lists.listInvestors;
const state: SavedView['state'] = {
  tab: null,
  search: '',
  filters: [{ id: 'typeId', values: ['pension'] }],
  sort: 'code',
  ascending: false,
  columns: ['code', 'investorName'],
  widths: [{ field: 'investorName', width: 320 }],
  density: 'compact',
  pageSize: 50,
  hasTotals: true,
};
const view = (id: string, name: string, more: Partial<SavedView> = {}): SavedView => ({
  id,
  rowVersion: 1,
  list: list.operation,
  name,
  isShared: false,
  isOwn: true,
  ownerName: 'Ada Moreau',
  canEdit: true,
  state,
  updatedDate: '2026-11-29T10:00:00Z',
  updatedBy: 'Ada Moreau',
  ...more,
});
const pensions = view('a', 'Pension funds');
const shared = view('b', 'Quarter close: investors with an open commitment and a statement that is due', {
  isShared: true,
  isOwn: false,
  canEdit: false,
  ownerName: 'Ben Ito',
  state: { ...state, filters: [], columns: null, widths: [] },
});
const old = view('c', 'From last year', {
  state: { ...state, columns: ['investorName', 'lpClass'], filters: [{ id: 'region', values: ['EU'] }] },
});

interface ExampleProps {
  readonly views?: readonly SavedView[];
  readonly last?: Partial<RememberedList>;
  readonly address?: string;
}

const filters = [{ id: 'typeId', title: 'Type', options: [{ value: 'pension', label: 'Pension fund' }] }];
const Address = () => (
  <>
    <output aria-label="Address">{useLocation().search}</output>
    <Link to="/performance/investor">Investors</Link> <Link to="?sort=-investorName">Descending</Link>
  </>
);

function Example({ views = [pensions, shared, old], last, address = '' }: ExampleProps) {
  const remembered = { list: list.operation, state: null, viewId: null, defaultViewId: null, ...last };
  return (
    <CachedAnswers
      signedInAs="editor"
      application="performance"
      answers={[
        cachedAnswer('listSavedViews', undefined, {
          views: [...views],
          lists: last ? [remembered] : [],
          boards: [],
          canShare: true,
        }),
      ]}
    >
      <MemoryRouter initialEntries={[`/performance/investor${address}`]}>
        <main>
          <RecordTable list={list} filters={filters} />
          <Address />
        </main>
      </MemoryRouter>
    </CachedAnswers>
  );
}

/** The requests that the list sends. The story answers reads of the list with one investor, and writes with success. */
const sent = fn();
const answered = (url: string, body: unknown) => {
  if (url.includes('saved-view') && body === undefined) return { Views: [], Lists: [], Boards: [], CanShare: true };
  if (url.includes('saved-view'))
    return body && typeof body === 'object' && 'Name' in body ? { ...body, Id: 'd', RowVersion: 1 } : { Saved: true };
  return {
    PageData: [{ Id: '1', InvestorName: 'Lakeside Endowment', Code: 'LAKE', RowVersion: 1 }],
    TotalItemCount: 1,
    CurrentPage: 1,
    PageSize: 50,
    Totals: [],
  };
};

const meta: Meta<typeof Example> = {
  title: 'record/Saved views',
  component: Example,
  beforeEach: () => {
    const { fetch } = globalThis;
    globalThis.fetch = async (input, init) => {
      const url = String(input);
      if (!url.includes('/api/')) return fetch(input, init);
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      sent(init?.method ?? 'GET', url, body);
      return new Response(JSON.stringify(answered(url, body)), {
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
      });
    };
    return async () => {
      // A list that this story left is stored now, not 600 ms later in the next story.
      window.dispatchEvent(new Event('pagehide'));
      await new Promise((resolve) => setTimeout(resolve, 50));
      sent.mockClear();
      globalThis.fetch = fetch;
    };
  },
};
export default meta;
type Story = StoryObj<typeof meta>;

const reads = () => sent.mock.calls.filter(([method]) => method === 'GET').map(([, url]) => String(url));
const openMenu = async (name: string | RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('menu'));
};

export const Menu: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('Lakeside Endowment');
    await userEvent.keyboard('v');
    const menu = within(await screen.findByRole('menu'));
    await menu.findByRole('menuitem', { name: 'Pension funds' });
    await waitFor(() => expect(menu.getByRole('menuitem', { name: /^Quarter close.*Ben Ito$/ })).toBeVisible());
    await expect(menu.queryByRole('menuitem', { name: 'Save changes' })).toBeNull();
  },
};

export const Opened: Story = {
  name: 'A view sets filters, sort, columns, widths and spacing, and is in the address',
  play: async ({ canvas }) => {
    const menu = await openMenu('Views');
    await userEvent.click(await menu.findByRole('menuitem', { name: 'Pension funds' }));
    await expect(await canvas.findByRole('button', { name: 'Views: Pension funds' })).toBeVisible();
    await waitFor(() =>
      expect(canvas.getByLabelText('Address')).toHaveTextContent(
        /view=a&f\.typeId=pension&sort=-code&size=50&columns=/,
      ),
    );
    await expect(canvas.getByRole('button', { name: 'Type: Pension fund' })).toBeVisible();
    const headings = canvas.getAllByRole('columnheader').map(({ textContent }) => textContent);
    await expect(headings).toEqual(['Code', 'Name']);
    await expect(canvas.getByRole('columnheader', { name: 'Name' })).toHaveStyle({ width: '320px' });
    await expect(canvas.getByRole('button', { name: 'Compact' })).toHaveAttribute('aria-pressed', 'true');
    // The last state follows the person.
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('POST', expect.stringContaining('/api/saved-view/last'), expect.anything()),
    );
    // A change is marked, and can be discarded.
    await userEvent.click(canvas.getByRole('button', { name: 'Name' }));
    const changed = await openMenu('Views: Pension funds, changed');
    await userEvent.click(await changed.findByRole('menuitem', { name: 'Discard changes' }));
    await expect(await canvas.findByRole('button', { name: 'Views: Pension funds' })).toBeVisible();
  },
};

export const Remembered: Story = {
  name: 'A list opens as the person left it',
  args: { last: { state: { ...state, search: 'lake' }, viewId: 'a' } },
  play: async ({ canvas }) => {
    await canvas.findByText('Lakeside Endowment');
    await expect(canvas.getByRole('searchbox')).toHaveValue('lake');
    await expect(canvas.getByRole('button', { name: 'Views: Pension funds, changed' })).toBeVisible();
    // Its rows are read once, not first without the filter.
    await expect(reads().filter((url) => url.includes('investor'))).toHaveLength(1);
  },
};

export const LinkToTheList: Story = {
  name: 'A link to the list itself does not reset it, not even with a remembered filter that was removed',
  args: {
    last: { state: { ...state, filters: [...state.filters, { id: 'region', values: ['EU'] }] }, viewId: 'a' },
  },
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: 'Views: Pension funds' });
    await userEvent.click(canvas.getByRole('link', { name: 'Investors' }));
    await waitFor(() => expect(canvas.getByLabelText('Address')).toHaveTextContent(/view=a/));
    await expect(canvas.getByRole('button', { name: 'Views: Pension funds' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Type: Pension fund' })).toBeVisible();
  },
};

export const DefaultView: Story = {
  name: 'A default view opens in a list that the person hasn’t changed yet',
  args: { last: { defaultViewId: 'a' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Views: Pension funds' })).toBeVisible();
    const menu = await openMenu(/^Views/);
    await expect(await menu.findByRole('menuitem', { name: /Pension funds.*/ })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await waitFor(() => expect(menu.getByLabelText('Your default')).toBeVisible());
  },
};

export const Linked: Story = {
  name: 'A link wins over the last state, and is not remembered',
  args: { last: { state, viewId: 'a' }, address: '?sort=investorName' },
  play: async ({ canvas }) => {
    await canvas.findByText('Lakeside Endowment');
    await expect(canvas.getByRole('button', { name: 'Type: All' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Views' })).toBeVisible();
    await expect(sent).not.toHaveBeenCalledWith('POST', expect.anything(), expect.anything());
  },
};

export const LinkedView: Story = {
  name: 'A link to a view, and a link in the page of the list, are not remembered until the person changes something',
  args: { last: { state: { ...state, search: 'lake' }, viewId: null }, address: '?view=a' },
  play: async ({ canvas }) => {
    const isSaved = expect.stringContaining('/api/saved-view/last');
    await canvas.findByRole('button', { name: 'Views: Pension funds' });
    await userEvent.click(canvas.getByRole('link', { name: 'Descending' }));
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Type: All' })).toBeVisible());
    // The list is remembered after a pause.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await expect(sent).not.toHaveBeenCalledWith('POST', isSaved, expect.anything());
    await userEvent.click(canvas.getByRole('button', { name: 'Code' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith('POST', isSaved, expect.anything()), { timeout: 3000 });
  },
};

export const BeyondTheLastPage: Story = {
  name: 'A page beyond the last one opens the last page',
  args: { address: '?page=99' },
  play: async ({ canvas }) => {
    await canvas.findByText('Lakeside Endowment');
    await waitFor(() => expect(canvas.getByLabelText('Address')).toHaveTextContent(/^$/));
    await expect(canvas.getByText('1–1 of 1 row')).toBeVisible();
  },
};

export const MissingParts: Story = {
  name: 'A view of an earlier version opens and names what the list no longer has',
  args: { address: '?view=c' },
  play: async ({ canvas }) => {
    const notice = await canvas.findByText(/no longer has some parts of ‘From last year’/);
    await expect(notice).toHaveTextContent(/column Lp class, filter Region\.$/);
    const menu = await openMenu('Views: From last year');
    await menu.findByRole('menuitem', { name: 'Save changes' });
    await menu.findByRole('menuitem', { name: /^Make my default Opens until you change the list/ });
  },
};

export const Unknown: Story = {
  name: 'A link to a deleted view says so, and the address drops it',
  args: { address: '?view=deleted&q=lake' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('This view no longer exists.')).toBeVisible();
    await waitFor(() => expect(canvas.getByLabelText('Address')).toHaveTextContent(/^\?q=lake$/));
    await userEvent.click(canvas.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(canvas.queryByText('This view no longer exists.')).toBeNull());
  },
};

export const Renamed: Story = {
  name: 'A rename sends no state, which may have columns that the person doesn’t see',
  args: { address: '?view=a' },
  play: async ({ canvas }) => {
    await canvas.findByText('Lakeside Endowment');
    const menu = await openMenu('Views: Pension funds');
    await userEvent.click(await menu.findByRole('menuitem', { name: /Rename/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename or share view' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /Name/ }), ' 2');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('POST', expect.stringMatching(/saved-view$/), {
        Id: 'a',
        RowVersion: 1,
        List: list.operation,
        Name: 'Pension funds 2',
        IsShared: false,
      }),
    );
  },
};

export const Saved: Story = {
  name: 'The present state is saved as a view',
  play: async ({ canvas }) => {
    await canvas.findByText('Lakeside Endowment');
    const menu = await openMenu('Views');
    await userEvent.click(await menu.findByRole('menuitem', { name: /Save as new view/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /Name/ }), 'Mine');
    await userEvent.click(dialog.getByRole('checkbox', { name: /Share with the firm/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith(
        'POST',
        expect.stringContaining('/api/saved-view'),
        expect.objectContaining({ List: list.operation, Name: 'Mine', IsShared: true }),
      ),
    );
  },
};

export const Foreign: Story = {
  name: 'A shared view of somebody else is not changed, but copied',
  args: { address: '?view=b' },
  play: async ({ canvas }) => {
    await canvas.findByText('Lakeside Endowment');
    const menu = await openMenu(/^Views: Quarter close/);
    await menu.findByRole('menuitem', { name: /Save as new view/ });
    for (const name of ['Save changes', 'Rename…', 'Delete…'])
      await expect(menu.queryByRole('menuitem', { name })).toBeNull();
  },
};

export const SelectedRows: Story = {
  name: 'A selection lasts while the list is sorted, is exported, and ends with another filter',
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Select LAKE Lakeside Endowment' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Code' }));
    await expect(await canvas.findByText('1 selected')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Export selected' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel' }));
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('POST', expect.stringContaining('download-token'), {
        Path: expect.stringMatching(/RowIds=1&Format=excel|Format=excel&RowIds=1/i) as string,
      }),
    );
    await userEvent.type(canvas.getByRole('searchbox'), 'oak{Enter}');
    await expect(await canvas.findByText(/^The selection was cleared/)).toBeVisible();
    await expect(canvas.queryByText('1 selected')).toBeNull();
  },
};

export const OnAPhone: Story = { ...Menu, globals: { viewport: { value: 'mobile1' } } };
