import { Button } from '@mantine/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, userEvent, waitFor } from 'storybook/test';
import { lists } from 'virtual:contract/tables';
import { cachedAnswer, CachedAnswers, printAnswers } from '../../testing/cachedAnswers.tsx';
import { RecordTable } from './RecordTable.tsx';

const list = lists.listPayAccess;
const sort = { sortColumn: list.defaultSort?.field, sortAsc: String(list.defaultSort?.ascending) };

/** Returns the server's response for a tab: one pay access of the named person. */
const rowsOf = (kind: string, person: string) =>
  cachedAnswer(
    'listPayAccess',
    { query: { startPage: 1, pageSize: list.pageSize, ...sort, searchQuery: '', kind } } as never,
    {
      pageData: [{ id: person, person, kind: 'ALL', status: { code: 'REQUESTED', description: 'Requested' } }],
      totalItemCount: 1,
      currentPage: 1,
      pageSize: list.pageSize,
    } as never,
  );

function Table() {
  return (
    <CachedAnswers signedInAs="administrator" application="comp" answers={[rowsOf('open', 'Ada Moreau')]}>
      <MemoryRouter>
        <main>
          <RecordTable
            list={list}
            embedded
            tabs={[
              { id: 'open', title: 'Open' },
              { id: 'answered', title: 'Answered' },
            ]}
            query={({ tab = 'open' }) => ({ kind: tab })}
            rowActions={({ person }) => <Button>Confirm {String(person)}</Button>}
          />
        </main>
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = { title: 'record/RecordTable', component: Table } satisfies Meta<typeof Table>;
export default meta;
type Story = StoryObj<typeof meta>;

export const RowsBefore: Story = {
  name: 'Rows of the tab before stay until the new ones come, and their actions cannot be pressed',
  // Simulates a slow server, which responds when the story lets it.
  beforeEach: () => {
    const { fetch } = globalThis;
    globalThis.fetch = () => new Promise(() => {});
    return () => {
      globalThis.fetch = fetch;
    };
  },
  play: async ({ canvas }) => {
    const action = (person: string) => canvas.findByRole('button', { name: `Confirm ${person}` });
    const isInert = (button: HTMLElement) => button.closest('[inert]') !== null;
    await expect(isInert(await action('Ada Moreau'))).toBe(false);
    await userEvent.click(canvas.getByRole('button', { name: 'Answered' }));
    await waitFor(async () => expect(isInert(await action('Ada Moreau'))).toBe(true));
    printAnswers(rowsOf('answered', 'Ben Ito'));
    await waitFor(async () => expect(isInert(await action('Ben Ito'))).toBe(false));
    await expect(canvas.queryByRole('button', { name: 'Confirm Ada Moreau' })).toBeNull();
  },
};
