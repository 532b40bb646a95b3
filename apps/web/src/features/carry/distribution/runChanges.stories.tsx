import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { ChangeTable } from './RunChanges.tsx';

const meta: Meta<typeof ChangeTable> = { title: 'features/Changes of a run', component: ChangeTable };
export default meta;

/** The earlier run was paid. Only the change since then isn't determined. */
export const NotDetermined: StoryObj<typeof ChangeTable> = {
  args: {
    changes: {
      comment: null,
      sources: [
        {
          source: { id: 's1', name: 'Cedar Europe', holder: null },
          previous: {
            id: 'd1',
            name: 'Europe 2025',
            distributionDate: '2025-11-28',
            netCarryDistributed: '640000.00',
          },
          totals: null,
          participants: [],
        },
      ],
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Europe 2025' }).closest('td')).toHaveTextContent(
      'Europe 2025, 11/28/2025. The change can’t be determined yet.',
    );
  },
};
