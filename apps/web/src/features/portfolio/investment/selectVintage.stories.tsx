import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { SelectVintageDialog } from './SelectVintageDialog.tsx';

const meta: Meta = { title: 'features/Selection of a vintage' };
export default meta;
type Story = StoryObj;

const done = fn();
const vintage = (id: string, vintageName: string, vintageYear: number | null) => ({
  id,
  vintageName,
  vintageYear,
  vintageType: { code: 'SHARES', description: 'Vintage Shares' },
  totalInvestedAmount: '1250000.00',
});
const among = (vintages: readonly object[], role: 'viewer' | 'editor' = 'editor') => (
  <CachedAnswers
    signedInAs={role}
    answers={[
      cachedAnswer('listFundVintages', { params: { id: 'f1' } }, vintages as unknown as Answer<'listFundVintages'>),
    ]}
  >
    <SelectVintageDialog fundId="f1" chosen={undefined} onClose={done} />
  </CachedAnswers>
);

export const Select: Story = {
  name: 'Select [R-C-238]',
  render: () =>
    among([
      vintage('v1', 'AR-I 2019', 2019),
      vintage('v2', 'Alder Ridge Partners II, coinvestment vintage of 2021', null),
    ]),
  play: async () => {
    done.mockClear();
    await userEvent.click(await screen.findByRole('button', { name: 'Use' }));
    await expect(screen.getAllByText('Vintage Shares')).toHaveLength(2);
    await expect(screen.getByText('Choose a vintage.')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'AR-I 2019' }));
    await userEvent.click(screen.getByRole('button', { name: 'Use' }));
    await expect(done).toHaveBeenCalledWith({ id: 'v1', name: 'AR-I 2019' });
  },
};
export const Empty: Story = {
  render: () => among([]),
  play: async () => expect(await screen.findByRole('button', { name: 'Add a vintage to this fund' })).toBeVisible(),
};
export const ReadOnly: Story = {
  render: () => among([vintage('v1', 'AR-I 2019', 2019)], 'viewer'),
  play: async () => {
    await expect(await screen.findByRole('radio', { name: 'AR-I 2019' })).toBeVisible();
    await expect(screen.queryByRole('button', { name: 'Add a vintage to this fund' })).toBeNull();
  },
};
