import { Button } from '@mantine/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { ReconciliationBar } from './ReconciliationBar.tsx';

const figures = [
  { label: 'Gross', value: '49590981.21' },
  { label: 'Unallocated', value: '0.00' },
  { label: 'Tax', value: '16718003.73' },
  { label: 'Escrow', value: '5584358.11' },
  { label: 'Loan', value: '52500.00' },
  { label: 'Other', value: '-1250.55' },
  { label: 'Net', value: '27237369.92' },
];

const meta: Meta<typeof ReconciliationBar> = {
  title: 'profile/ReconciliationBar',
  component: ReconciliationBar,
  args: { figures, difference: '0.00', state: { kind: 'reconciled' } },
};
export default meta;
type Story = StoryObj<typeof ReconciliationBar>;

export const Reconciled: Story = {
  args: { children: <Button>Save</Button> },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Reconciled');
    await expect(canvas.getByText('27,237,369.92')).toBeVisible();
  },
};

export const PartlyDetermined: Story = {
  args: {
    state: { kind: 'undetermined', reason: '1 cell can’t be read.' },
    partial: 'Totals of 13 of 14 sources',
    difference: null,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Totals of 13 of 14 sources');
    await expect(canvas.getByText('27,237,369.92')).toBeVisible();
  },
};

/** Without the tax, the figures that don't depend on it are displayed. */
export const TaxNotDetermined: Story = {
  args: {
    state: { kind: 'undetermined', reason: 'The tax of Europe 2025 is not determined.', isTaxOnly: true },
    figures: figures.map((figure) =>
      figure.label === 'Tax' || figure.label === 'Net' ? { ...figure, value: null } : figure,
    ),
    difference: null,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('49,590,981.21')).toBeVisible();
    await expect(canvas.getByText('5,584,358.11')).toBeVisible();
    await expect(canvas.getAllByText('–')).toHaveLength(3);
  },
};

export const NothingEntered: Story = {
  args: { state: { kind: 'nothing' }, figures: figures.map((figure) => ({ ...figure, value: '0.00' })) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Nothing entered');
    await expect(canvas.queryByText('0.00')).toBeNull();
  },
};

export const Calculating: Story = { args: { state: { kind: 'calculating' } } };

export const OutOfDate: Story = {
  args: {
    state: { kind: 'outdated', reason: 'The server is unavailable: the figures don’t include your latest changes.' },
  },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText('Reconciled')).toBeNull();
    await expect(canvas.getByText(/figures don’t include your latest changes/)).toBeVisible();
  },
};

export const CannotBeDetermined: Story = {
  args: { state: { kind: 'undetermined', reason: 'The allocations of Fund I total more than 100.0000%.' } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText('27,237,369.92')).toBeNull();
    await expect(canvas.getByText(/total more than 100/)).toBeVisible();
  },
};

export const Difference: Story = { args: { state: { kind: 'difference' }, difference: '0.01' } };
