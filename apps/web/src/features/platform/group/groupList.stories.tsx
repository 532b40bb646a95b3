import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, userEvent } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { GroupList } from './GroupList.tsx';

const groupOf = (id: string, name: string, modules: readonly string[]) => ({
  id,
  rowVersion: 1,
  name,
  isInactive: false,
  numberOfMembers: 3,
  modules,
});
const groups = [groupOf('g1', 'Pay readers', ['comp']), groupOf('g2', 'Readers', ['carry'])];
const query = {
  startPage: 1,
  pageSize: 20,
  sortColumn: 'name',
  sortAsc: 'true',
  searchQuery: '',
  includeInactive: 'false',
};
const answers = [cachedAnswer('listGroups', { query } as never, { pageData: groups, totalItemCount: 2 } as never)];

const meta = {
  title: 'platform/Groups',
  render: () => (
    <CachedAnswers answers={answers} signedInAs="administrator">
      <MemoryRouter>
        <main>
          <GroupList />
        </main>
      </MemoryRouter>
    </CachedAnswers>
  ),
} satisfies Meta;
export default meta;

export const Selected: StoryObj<typeof meta> = {
  name: 'Selected groups are archived, without those that give roles in other modules',
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Select all rows on this page' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Archive 1 of 2' }));
    await expect(await screen.findByText('Pay readers: You don’t administer comp.')).toBeVisible();
  },
};
