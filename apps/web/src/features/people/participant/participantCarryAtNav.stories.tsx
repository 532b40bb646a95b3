import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { ParticipantCarryAtNav } from './ParticipantCarryAtNav.tsx';

const meta: Meta = { title: 'features/Participant carry at NAV' };
export default meta;

export const OfADate: StoryObj = {
  name: 'The field has the quarter end that the address names',
  render: () => (
    <CachedAnswers
      signedInAs="viewer"
      application="carry"
      answers={[
        cachedAnswer(
          'getParticipantCarryAtNav',
          { params: { id: 'p1' }, query: { asOf: '2026-09-30' } },
          { date: '2026-09-30', byCurrency: [], rows: [], funds: [] },
        ),
      ]}
    >
      <MemoryRouter initialEntries={['/?asOf=2026-09-30']}>
        <ParticipantCarryAtNav id="p1" />
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async () => {
    await expect(await screen.findByRole('textbox', { name: 'Quarter end' })).toHaveValue('09/30/2026');
  },
};
