import type { ListedEntry } from '@carrara/contract/platform/reference';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, screen, userEvent } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { ReferencePage } from './ReferencePage.tsx';

const entry = (code: string, description: string, uses: string[]): ListedEntry => ({
  id: code,
  rowVersion: 1,
  code,
  description,
  symbol: null,
  subType: null,
  displayOrder: 0,
  isInactive: false,
  uses,
});
const entries = [
  entry('USD', 'US Dollar', ['base currency', 'funds', 'pay']),
  entry('SEK', 'Swedish Krona', ['pay']),
  entry('NOK', 'Norwegian Krone', []),
];

function Currencies() {
  const argument = { params: { type: 'currency' }, query: { includeInactive: 'true', withUses: 'true' } } as const;
  return (
    <CachedAnswers signedInAs="administrator" answers={[cachedAnswer('listReferenceEntries', argument, entries)]}>
      <MemoryRouter initialEntries={['/currency']}>
        <main>
          <Routes>
            <Route path="/:subView" element={<ReferencePage />} />
          </Routes>
        </main>
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = { title: 'platform/Reference data', component: Currencies } satisfies Meta<typeof Currencies>;
export default meta;

export const InUse: StoryObj<typeof meta> = {
  name: 'Currencies in use can’t be archived, one by one or together',
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Archive Norwegian Krone' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Archive Swedish Krona' })).toBeNull();
    await expect(canvas.getAllByText('In use')).toHaveLength(2);
    for (const name of ['Swedish Krona', 'Norwegian Krone'])
      await userEvent.click(canvas.getByRole('checkbox', { name: new RegExp(name) }));
    await userEvent.click(canvas.getByRole('button', { name: 'Archive 1 of 2' }));
    await expect(await screen.findByText('Swedish Krona: It is in use (pay).')).toBeVisible();
    await expect(screen.getByRole('dialog', { name: 'Archive 1 of 2' })).toBeVisible();
  },
};
