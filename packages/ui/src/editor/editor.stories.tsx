import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ComponentProps, useMemo } from 'react';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { OptionSources } from '../form/index.ts';
import { EditorScreen } from './EditorScreen.tsx';

const fields = {
  code: { kind: 'code', title: 'Code', required: true, group: 'Fund' },
  legalName: { kind: 'text', title: 'Legal name', required: true, group: 'Fund' },
  currency: { kind: 'reference', of: 'reference:currency', title: 'Currency', required: true, group: 'Fund' },
  manager: { kind: 'reference', of: 'employee', title: 'Manager', group: 'Fund' },
  sectors: { kind: 'referenceList', of: 'reference:sector', title: 'Sectors', group: 'Fund' },
  isActive: { kind: 'boolean', title: 'Shown in lists', group: 'Fund' },
  firstClose: { kind: 'date', title: 'Initial close', group: 'Dates' },
  lastClose: { kind: 'date', title: 'Final close', group: 'Dates' },
  raised: { kind: 'money', title: 'Total capital raised', group: 'Amounts' },
  hurdle: { kind: 'percent', title: 'Hurdle', group: 'Amounts', help: 'Per year.' },
  adjustment: { kind: 'money', title: 'Adjustment', group: 'Amounts', negative: true },
  distributed: { kind: 'money', title: 'Carry distributed', readOnly: true, group: 'Amounts' },
  note: { kind: 'longText', title: 'Note', group: 'Note' },
} as const;

const lists = {
  'reference:currency': [
    { id: 'usd', code: 'USD', description: 'US dollar' },
    { id: 'eur', code: 'EUR', description: 'Euro' },
  ],
  'reference:sector': [
    { id: 's1', name: 'Health care' },
    { id: 's2', name: 'Software' },
    { id: 's3', name: 'Industry' },
  ],
};
const people = [
  { id: 'e1', name: 'Amelia Hartmann' },
  { id: 'e2', name: 'Noah Okafor' },
];
const searchPeople = async (text: string) =>
  people.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));

function Example(props: Partial<ComponentProps<typeof EditorScreen>>) {
  const sources = useMemo(
    () => (of: string) => (of === 'employee' ? searchPeople : (lists[of as keyof typeof lists] ?? [])),
    [],
  );
  return (
    <OptionSources.Provider value={sources}>
      <EditorScreen
        title="Edit fund"
        fields={fields}
        initial={{
          code: 'ARP-I',
          legalName: 'Alder Ridge Partners I, L.P.',
          raised: '250000000.00',
          firstClose: '2012-03-30',
          currency: lists['reference:currency'][0],
          distributed: '18450333.37',
        }}
        onSave={async () => undefined}
        onCancel={() => undefined}
        {...props}
      />
    </OptionSources.Provider>
  );
}

const meta: Meta<typeof Example> = {
  title: 'editor/EditorScreen',
  component: Example,
  args: { onSave: fn(async () => undefined), onCancel: fn() },
};
export default meta;
type Story = StoryObj<typeof Example>;

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText('Total capital raised')).toHaveValue('250,000,000.00');
    await expect(canvas.getByLabelText('Initial close')).toHaveValue('03/30/2012');
  },
};

export const Saves: Story = {
  play: async ({ canvas, args }) => {
    const raised = canvas.getByLabelText('Total capital raised');
    await userEvent.clear(raised);
    await userEvent.type(raised, '$1,250.50');
    await userEvent.type(canvas.getByLabelText('Final close'), '9/30/2026');
    await userEvent.type(canvas.getByLabelText('Adjustment'), '(12.5)');
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(() =>
      expect(args.onSave).toHaveBeenCalledWith(
        expect.objectContaining({
          raised: '1250.5',
          lastClose: '2026-09-30',
          adjustment: '-12.5',
          hurdle: null,
          legalName: 'Alder Ridge Partners I, L.P.',
        }),
        expect.anything(),
      ),
    );
    await expect(canvas.getByLabelText('Adjustment')).toHaveValue('(12.50)');
  },
};

export const InvalidSubmit: Story = {
  args: { initial: { code: 'ARP-I' } },
  play: async ({ canvas, args }) => {
    await userEvent.type(canvas.getByLabelText('Total capital raised'), '12.345');
    await userEvent.tab();
    await expect(await canvas.findByText('Total capital raised has more than 2 decimals')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }));
    await expect(canvas.getByRole('alert')).toHaveTextContent('Some fields need your attention');
    await waitFor(() => expect(canvas.getByLabelText(/^Legal name/)).toHaveFocus());
    await expect(canvas.getByText('Currency is required')).toBeVisible();
    await expect(args.onSave).not.toHaveBeenCalled();
  },
};

export const RefusedByTheServer: Story = {
  args: {
    onSave: async () => [
      { path: 'code', message: 'Another fund has this code.' },
      { message: 'The fund is locked by a running import.' },
    ],
  },
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByLabelText(/^Legal name/), '!');
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }));
    await expect(await canvas.findByText('The fund is locked by a running import.')).toBeVisible();
    await waitFor(() => expect(canvas.getByLabelText(/^Code/)).toHaveFocus());
    await expect(canvas.getByText('Another fund has this code.')).toBeVisible();
    await expect(canvas.getByLabelText(/^Legal name/)).toHaveValue('Alder Ridge Partners I, L.P.!');
  },
};

export const ChoosesByTyping: Story = {
  play: async ({ canvas }) => {
    const manager = canvas.getByRole('combobox', { name: 'Manager' });
    await userEvent.type(manager, 'noah');
    await userEvent.click(await screen.findByRole('option', { name: 'Noah Okafor' }));
    await expect(manager).toHaveValue('Noah Okafor');
  },
};

export const PicksADate: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Choose Initial close from a calendar' }));
    await userEvent.click(await screen.findByRole('button', { name: /^15 March 2012/ }));
    await expect(canvas.getByLabelText('Initial close')).toHaveValue('03/15/2012');
  },
};

const blocked = { state: 'blocked' as const, proceed: fn(), reset: fn() };
export const LeavesUnsaved: Story = {
  args: { useBlocker: () => blocked },
  play: async () => {
    await expect(await screen.findByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await expect(blocked.proceed).toHaveBeenCalledOnce();
  },
};
