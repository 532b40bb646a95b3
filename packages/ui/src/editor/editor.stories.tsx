import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ComponentProps, useMemo } from 'react';
import { expect, fn, screen, spyOn, userEvent, waitFor } from 'storybook/test';
import { hasUnsaved, mayLeaveUnsaved } from '../form/useUnsavedGuard.ts';
import { InputStorages, type StoredInput } from '../form/useStoredInput.ts';
import { OptionSources } from '../form/optionSources.ts';
import { EditorScreen } from './EditorScreen.tsx';

const fields = {
  code: { kind: 'code', title: 'Code', required: true, group: 'Fund' },
  legalName: { kind: 'text', title: 'Legal name', required: true, group: 'Fund' },
  currency: { kind: 'reference', target: 'reference:currency', title: 'Currency', required: true, group: 'Fund' },
  manager: { kind: 'reference', target: 'employee', title: 'Manager', group: 'Fund' },
  sectors: { kind: 'referenceList', target: 'reference:sector', title: 'Sectors', group: 'Fund' },
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
    () => (name: string) => (name === 'employee' ? searchPeople : (lists[name as keyof typeof lists] ?? [])),
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
    await expect(await canvas.findByLabelText('Total capital raised')).toHaveValue('250,000,000.00');
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
  name: 'Invalid Submit [U-C-087 U-C-088 U-P-054 M-C-095 U-T-064]',
  args: { initial: { code: 'ARP-I' } },
  play: async ({ canvas, args }) => {
    await userEvent.type(canvas.getByLabelText('Total capital raised'), '12.345');
    await userEvent.tab();
    await expect(await canvas.findByText('Total capital raised has more than 2 decimals')).toBeVisible();
    const scrolled = spyOn(HTMLElement.prototype, 'scrollIntoView');
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }));
    await expect(canvas.getByRole('alert')).toHaveTextContent('Please correct the marked fields');
    await waitFor(() => expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ block: 'start' })));
    scrolled.mockRestore();
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

export const RefusedCellsAndTheRest: Story = {
  args: {
    onSave: async () => [
      { path: 'periods.1.end', message: 'The period can’t end before it starts.', status: 422 },
      { path: 'periods.0.share.value', message: 'The share is above 100.', status: 422 },
      { path: 'somewhere.else', message: 'Someone else saved first.', status: 409 },
    ],
    children: (form) => (
      <>
        {['periods.0.share', 'periods.1.end'].map((path) => (
          <label key={path}>
            {path}
            <input data-field={path} aria-invalid={form.errors[path] !== undefined} />
            {form.errors[path]}
          </label>
        ))}
      </>
    ),
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Save' }));
    await expect(await canvas.findByText('409 Someone else saved first.')).toBeVisible();
    await expect(canvas.getByLabelText(/^periods.1.end/)).toBeInvalid();
    await expect(canvas.getByText(/The share is above 100/)).toBeVisible();
    await waitFor(() => expect(canvas.getByLabelText(/^periods.1.end/)).toHaveFocus());
  },
};

export const AnErrorGoesWithItsCause: Story = {
  name: 'An error appears when its field is left, and disappears with its cause [U-T-063 M-T-075]',
  args: {
    check: ({ firstClose, lastClose }) => ({
      lastClose:
        typeof firstClose === 'string' && typeof lastClose === 'string' && lastClose < firstClose
          ? 'Final close is before the initial close'
          : undefined,
    }),
  },
  play: async ({ canvas }) => {
    await userEvent.type(await canvas.findByLabelText('Final close'), '01/01/2010');
    await userEvent.tab();
    await expect(await canvas.findByText('Final close is before the initial close')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }));
    await expect(await canvas.findByText(/Please correct the marked fields/)).toBeVisible();
    const first = canvas.getByLabelText('Initial close');
    await userEvent.clear(first);
    await userEvent.type(first, '01/01/2009');
    await userEvent.tab();
    await expect(canvas.queryByText('Final close is before the initial close')).toBeNull();
    await expect(canvas.queryByText(/Please correct the marked fields/)).toBeNull();
  },
};

/** A check that finds nothing wrong with a field never hides the field's own mistake. */
export const CheckHidesNoMistake: Story = {
  args: { initial: { code: 'ARP-I', legalName: 'Alder' }, check: () => ({ currency: undefined }) },
  play: async ({ canvas, args }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Save' }));
    await expect(await canvas.findByText('Currency is required')).toBeVisible();
    await expect(args.onSave).not.toHaveBeenCalled();
  },
};

const storedBefore: StoredInput = { at: '2026-11-20T09:30:00Z', changes: { legalName: 'Alder Ridge, renamed' } };
const storage = { read: fn(() => storedBefore as StoredInput | undefined), write: fn(), drop: fn() };

export const OffersUnsavedInput: Story = {
  beforeEach: () => void [storage.write.mockClear(), storage.drop.mockClear()],
  decorators: [
    (Story) => (
      <InputStorages.Provider value={() => storage}>
        <Story />
      </InputStorages.Provider>
    ),
  ],
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Restore' }));
    await expect(canvas.getByLabelText(/^Legal name/)).toHaveValue('Alder Ridge, renamed');
    await userEvent.type(canvas.getByLabelText(/^Code/), 'I');
    await waitFor(() =>
      expect(storage.write).toHaveBeenLastCalledWith(
        expect.objectContaining({ changes: { legalName: 'Alder Ridge, renamed', code: 'ARP-II' } }),
      ),
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(storage.drop).toHaveBeenCalled());
  },
};

export const OfferedInputIsAnsweredFirst: Story = {
  ...OffersUnsavedInput,
  name: 'A form without input is not saved while earlier input is offered',
  play: async ({ canvas, args }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Save' }));
    await expect(
      await canvas.findByText('You have unsaved input. Restore or discard it before you save.'),
    ).toBeVisible();
    await expect(args.onSave).not.toHaveBeenCalled();
    await expect(storage.drop).not.toHaveBeenCalled();
    await expect(canvas.getByRole('button', { name: 'Restore' })).toBeVisible();
  },
};

export const PassingThroughChangesNothing: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByLabelText('Total capital raised'));
    await userEvent.tab();
    await userEvent.tab();
    await expect(canvas.queryByText('Unsaved changes')).toBeNull();
  },
};

export const FormSurvivesABrokenPart: Story = {
  args: {
    children: (form) => {
      if (form.values['code'] === 'broken') throw new Error('the rows cannot be drawn');
      return null;
    },
  },
  play: async ({ canvas }) => {
    const code = await canvas.findByLabelText(/^Code/);
    await userEvent.type(canvas.getByLabelText(/^Legal name/), '!');
    await userEvent.clear(code);
    await userEvent.type(code, 'broken');
    await expect(
      await canvas.findByText(/^This part stopped working because of an error in the product\./),
    ).toBeVisible();
    // The technical message is one click away.
    const details = canvas.getByText('the rows cannot be drawn');
    await expect(details).not.toBeVisible();
    await userEvent.click(canvas.getByText('Details'));
    await expect(details).toBeVisible();
    await expect(canvas.getByLabelText(/^Legal name/)).toHaveValue('Alder Ridge Partners I, L.P.!');
  },
};

export const ConfirmsDroppingAnIncompleteAddress: Story = {
  args: { fields: { ...fields, home: { kind: 'address', title: 'Home' } } },
  play: async ({ canvas, args }) => {
    await userEvent.type(await canvas.findByLabelText('City'), 'Boston');
    await expect(await canvas.findByText(/Not saved yet: line 1, postal code, country are missing/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Complete the address' }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await expect(canvas.getByLabelText('City')).toHaveValue('Boston');
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save without the address' }));
    await waitFor(() => expect(args.onSave).toHaveBeenCalledOnce());
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

export const LeavesUnsaved: Story = {
  play: async ({ canvas }) => {
    await expect(hasUnsaved()).toBe(false);
    await userEvent.type(canvas.getByLabelText(/^Code/), 'X');
    const stay = mayLeaveUnsaved();
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
    await expect(await stay).toBe(false);
    await expect(hasUnsaved()).toBe(true);
    // Two steps at the same time ask once.
    const answers = [mayLeaveUnsaved(), mayLeaveUnsaved()];
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await expect(await Promise.all(answers)).toEqual([true, true]);
    // Discarded input is not asked about again during the same step.
    await expect(hasUnsaved()).toBe(false);
  },
};
