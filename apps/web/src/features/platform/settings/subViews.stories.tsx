import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent } from 'storybook/test';
import { SubViews } from './SubViews.tsx';
import { subViews } from './settingsViews.ts';

/** Mounts the component again, like another visit. */
function Visits() {
  const [visit, setVisit] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setVisit(visit + 1)}>
        Come again
      </button>
      <SubViews key={visit} base="/carry/settings/reference" groups={subViews('reference')} current="country" />
    </>
  );
}

const meta = {
  title: 'features/Sub-views of settings',
  component: Visits,
  beforeEach: () => localStorage.removeItem('carrara.settings.folded'),
} satisfies Meta<typeof Visits>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Remembered: Story = {
  name: 'What is folded stays so on this device [U-T-016]',
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Countries' })).toHaveAttribute('aria-current', 'page');
    await userEvent.click(canvas.getByRole('button', { name: 'Funds' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Come again' }));
    await expect(canvas.getByRole('button', { name: 'Funds' })).toHaveAttribute('aria-expanded', 'false');
    await expect(canvas.getByRole('button', { name: 'General' })).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(canvas.getByRole('button', { name: 'Funds' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Come again' }));
    await expect(canvas.getByRole('button', { name: 'Funds' })).toHaveAttribute('aria-expanded', 'true');
  },
};
