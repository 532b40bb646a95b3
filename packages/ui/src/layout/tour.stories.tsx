import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen } from 'storybook/test';
import { useState } from 'react';
import { Tour, type TourStop, visibleStops } from './Tour.tsx';

const stops = [
  { target: 'menu', title: 'The menu', text: 'Every part of the module.' },
  { target: 'hidden', title: 'Not on this screen', text: 'A stop without its element is left out.' },
  { target: 'search', title: 'Search', text: 'Open any record, screen or action.' },
];
const onEnd = fn();

/** A page with the elements of two stops. */
function Page() {
  const [visible, setVisible] = useState<readonly TourStop[]>([]);
  return (
    <main style={{ minHeight: 400 }}>
      <button type="button" data-tour="menu" onClick={() => setVisible(visibleStops(stops))}>
        Start
      </button>
      <button type="button" data-tour="search" style={{ float: 'right' }}>
        Search
      </button>
      {visible.length > 0 ? <Tour stops={visible} onEnd={onEnd} /> : null}
    </main>
  );
}

const meta: Meta = {
  title: 'layout/Tour',
  beforeEach: () => void onEnd.mockClear(),
  render: () => <Page />,
};
export default meta;
type Story = StoryObj;

export const ByKeyboard: Story = {
  name: 'The keyboard goes through the stops and ends the tour',
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await expect(await screen.findByRole('dialog', { name: 'The menu' })).toHaveFocus();
    await expect(screen.getByText('1 of 2')).toBeVisible();
    await userEvent.tab();
    await expect(screen.getByRole('button', { name: 'End tour' })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(await screen.findByRole('dialog', { name: 'Search' })).toHaveFocus();
    await expect(screen.getByRole('button', { name: 'Done' })).toBeVisible();
    await expect(onEnd).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    await expect(onEnd).toHaveBeenCalledTimes(1);
  },
};
export const Back: Story = {
  name: 'Back returns to the stop before, and the card stays on the screen',
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
    const card = screen.getByRole('dialog', { name: 'Search' }).getBoundingClientRect();
    await expect(card.right).toBeLessThanOrEqual(window.innerWidth);
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await expect(screen.getByRole('dialog', { name: 'The menu' })).toBeVisible();
  },
};
export const OnAPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Start' }));
    const card = (await screen.findByRole('dialog', { name: 'The menu' })).getBoundingClientRect();
    await expect(card.left).toBeGreaterThanOrEqual(0);
    await expect(card.right).toBeLessThanOrEqual(window.innerWidth);
  },
};
