import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect } from 'react';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { historyRead } from '../../../live/liveSlice.ts';
import { useAppDispatch } from '../../../session/hooks.ts';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { NotificationPage } from './NotificationPage.tsx';

const recentEvent = (linkType: string, id: string, operation: string, name: string) => ({
  application: 'carry',
  linkType,
  id,
  version: 1,
  params: [
    { key: 'operation', value: operation },
    { key: 'name', value: name },
  ],
  at: '2026-06-30T09:00:00.000Z',
});
const history = [
  recentEvent('Fund', 'f1', 'saveFund', 'Alder Ridge I'),
  recentEvent('Employee', 'e1', 'saveEmployee', 'Amelia Hartmann'),
  recentEvent('Fund', 'f2', 'saveFund', 'Alder Ridge II'),
];

function NotificationStory() {
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(historyRead(history)), [dispatch]);
  return <NotificationPage />;
}

const meta: Meta = {
  title: 'features/Notifications',
  render: () => (
    <CachedAnswers answers={[]}>
      <NotificationStory />
    </CachedAnswers>
  ),
};
export default meta;
type Story = StoryObj;

export const OfAKind: Story = {
  name: 'All updates, or those of a kind; each leads to its record [U-T-023 M-T-016]',
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: /Alder Ridge I\b/ })).toHaveAttribute(
      'href',
      expect.stringContaining('#/carry/fund/f1'),
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Kind: All' }));
    await expect(await screen.findByRole('radio', { name: 'All' })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: 'Employee' }));
    await waitFor(() => expect(canvas.queryByText(/Alder Ridge/)).toBeNull());
    await expect(canvas.getByText(/Amelia Hartmann/)).toBeVisible();
  },
};

export const OnAPhone: Story = {
  name: 'On a phone, each update is a card with its full text',
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findAllByRole('listitem')).toHaveLength(history.length);
    await expect(canvas.queryByRole('table')).toBeNull();
    await expect(canvas.getByRole('link', { name: /Amelia Hartmann/ })).toBeVisible();
  },
};
