import type { SampleFirmState } from '@carrara/contract/platform/sampleFirm/sampleFirm';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../testing/cachedAnswers.tsx';
import { SampleFirm, SampleFirmPanel } from './SampleFirm.tsx';

const noFirm: SampleFirmState = { firm: null, isComing: false, obstacle: null };
const firm = {
  id: '00000000-0000-4000-8000-000000000009',
  name: 'Sample: Harbour Partners',
  createdDate: '2026-11-27T15:04:00.000Z',
  createdBy: 'Elena Sorkin',
  isMember: true,
};
const obstacle = 'Your firm already has a sample firm. Archive it before you add another one.';

interface Props {
  readonly role?: 'administrator' | 'editor';
  readonly state: SampleFirmState;
}
const Sample = ({ role = 'administrator', state }: Props) => (
  <MemoryRouter>
    <CachedAnswers signedInAs={role} answers={[cachedAnswer('getSampleFirm', undefined, state)]}>
      <SampleFirmPanel />
      <SampleFirm />
    </CachedAnswers>
  </MemoryRouter>
);

const meta = { title: 'setup/Sample firm', component: Sample } satisfies Meta<typeof Sample>;
export default meta;
type Story = StoryObj<typeof meta>;

export const CanBeAdded: Story = {
  args: { state: noFirm },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('button', { name: 'Add a sample firm' })).toHaveLength(2);
  },
};
export const Added: Story = {
  name: 'While one exists, it can be opened and archived, and no second one is offered',
  args: { state: { firm, isComing: false, obstacle } },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByText(/^Sample: Harbour Partners, added on .* by Elena Sorkin\./)[0]).toBeVisible();
    await expect(canvas.getAllByRole('button', { name: 'Open' })).toHaveLength(2);
    await expect(canvas.queryByRole('button', { name: 'Add a sample firm' })).toBeNull();
  },
};
export const OfAColleague: Story = {
  name: 'The sample firm of a colleague can be archived, but not opened',
  args: { state: { firm: { ...firm, isMember: false }, isComing: false, obstacle } },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('button', { name: 'Archive…' })).toHaveLength(2);
    await expect(canvas.queryByRole('button', { name: 'Open' })).toBeNull();
  },
};
export const TooOften: Story = {
  args: { state: { ...noFirm, obstacle: 'A firm can add 3 sample firms within 30 days. Try again later.' } },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByText(/3 sample firms within 30 days/)[0]).toBeVisible();
    await expect(canvas.queryByRole('button')).toBeNull();
  },
};
export const ForOthers: Story = {
  name: 'Others don’t see it',
  args: { state: noFirm, role: 'editor' },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText(/sample/i)).toBeNull();
  },
};
