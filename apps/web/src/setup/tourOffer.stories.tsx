import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../testing/cachedAnswers.tsx';
import { TourOffer } from './TourOffer.tsx';

/** Home of a person, with the parts of the frame that the tour stops at. */
const Home = ({ isFinished }: { readonly isFinished: boolean }) => (
  <CachedAnswers signedInAs="viewer" answers={[cachedAnswer('getOwnTour', undefined, { isFinished })]}>
    <main>
      <button type="button" data-tour="search">
        Search
      </button>
      <TourOffer />
    </main>
  </CachedAnswers>
);

const meta = { title: 'setup/Tour offer', component: Home } satisfies Meta<typeof Home>;
export default meta;
type Story = StoryObj<typeof meta>;

export const FirstSignIn: Story = {
  name: 'A person who hasn’t seen the tour can take or decline it',
  args: { isFinished: false },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('button', { name: 'No, thanks' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Take the tour' }));
    await expect(await screen.findByRole('dialog', { name: 'Search' })).toHaveFocus();
    await expect(screen.getByText('1 of 1')).toBeVisible();
  },
};
export const Later: Story = {
  name: 'It isn’t offered again',
  args: { isFinished: true },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText(/tour/)).toBeNull();
  },
};
