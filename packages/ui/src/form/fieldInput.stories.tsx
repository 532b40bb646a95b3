import { kinds } from '@carrara/contract/core/kinds';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { FieldInput } from './FieldInput.tsx';
import { OptionSources } from './optionSources.ts';
import type { FieldInputProps } from './fieldInput.ts';

/** An input with its own state. */
function Example({ value, ...props }: FieldInputProps) {
  const [typed, setTyped] = useState(value);
  return <FieldInput {...props} value={typed} onChange={setTyped} />;
}

interface Controls extends FieldInputProps {
  readonly kind: keyof typeof kinds;
  readonly title: string;
  readonly help: string;
  readonly required: boolean;
}

const meta: Meta<Controls> = {
  title: 'form/FieldInput',
  args: {
    kind: 'money',
    title: 'Invested amount',
    help: 'Leave blank to use the sum of its tranches.',
    required: false,
    error: '',
    disabled: false,
  },
  argTypes: { kind: { control: 'select', options: Object.keys(kinds) }, error: { control: 'text' } },
  render: ({ kind, title, help, required, error, disabled }) => (
    <Example
      key={kind}
      name="example"
      field={{ kind, title, help, required } as FieldInputProps['field']}
      value={null}
      onChange={() => undefined}
      onBlur={() => undefined}
      error={error}
      disabled={disabled}
    />
  ),
};
export default meta;
type Story = StoryObj<Controls>;

export const Controlled: Story = {
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByLabelText('Invested amount'), '1250.5');
    await expect(canvas.getByLabelText('Invested amount')).toHaveValue('1250.5');
  },
};
export const Refused: Story = { args: { error: 'Invested amount is below zero', required: true } };

/** A computed amount that is too large to be saved is grouped like every amount. */
export const TooLarge: Story = {
  render: () => (
    <Example
      name="gross"
      field={{ kind: 'money', title: 'Gross carry' }}
      value="539499927100500072.36"
      onChange={() => undefined}
      onBlur={() => undefined}
      error={undefined}
      disabled={false}
    />
  ),
  play: async ({ canvas }) => expect(canvas.getByLabelText('Gross carry')).toHaveValue('539,499,927,100,500,072.36'),
};

const bases = [
  { code: 'LEDGER', description: 'Ledger' },
  { code: 'REPORTED', description: 'Reported' },
] as const;
export const OptionalChoice: Story = {
  name: 'An optional choice can be cleared',
  render: () => (
    <Example
      name="basis"
      field={{ kind: 'status', title: 'NAV basis', options: bases }}
      value={bases[1]}
      onChange={() => undefined}
      onBlur={() => undefined}
      error={undefined}
      disabled={false}
    />
  ),
  play: async ({ canvas }) => {
    const choice = canvas.getByRole('combobox', { name: 'NAV basis' });
    await expect(choice).toHaveValue('Reported');
    // People without a mouse clear the field by selecting the choice again.
    await userEvent.click(choice);
    await userEvent.keyboard('{Enter}');
    await expect(choice).toHaveValue('');
  },
};

const named = (total: number) =>
  Array.from({ length: total }, (_, at) => ({ id: String(at), name: `Choice ${String(at)}` }));
const among = (total: number, first = total) => (
  <OptionSources value={() => () => Promise.resolve({ options: named(first), total })}>
    <Example
      name="example"
      field={{ kind: 'reference', target: 'reference:currency', title: 'Currency' }}
      value={null}
      onChange={() => undefined}
      onBlur={() => undefined}
      error={undefined}
      disabled={false}
    />
  </OptionSources>
);
export const RequiredChoiceStays: Story = {
  name: 'A required choice stays when it is selected again',
  render: () => (
    <OptionSources value={() => named(20)}>
      <Example
        name="example"
        field={{ kind: 'reference', target: 'reference:currency', title: 'Currency', required: true }}
        value={named(20)[2]}
        onChange={() => undefined}
        onBlur={() => undefined}
        error={undefined}
        disabled={false}
      />
    </OptionSources>
  ),
  play: async ({ canvas }) => {
    const choice = canvas.getByRole('combobox', { name: /^Currency/ });
    await expect(choice).toHaveValue('Choice 2');
    await userEvent.click(choice);
    await userEvent.click(await screen.findByRole('option', { name: 'Choice 2' }));
    await expect(choice).toHaveValue('Choice 2');
    await userEvent.click(choice);
    await screen.findByRole('option', { name: 'Choice 2' });
    await userEvent.keyboard('{Enter}');
    await expect(choice).toHaveValue('Choice 2');
  },
};

const closed = async () => {
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
};
export const AllCurrencies: Story = {
  render: () => among(178),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('combobox', { name: 'Currency' }));
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(178));
    await closed();
  },
};
/** A list that is cut says so, whether the input or the source cut it. */
export const FirstOfMany: Story = {
  render: () => among(4200, 50),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('combobox', { name: 'Currency' }));
    await expect(
      await screen.findByRole('option', { name: '50 of 4,200 shown. Type to narrow the list.' }),
    ).toBeInTheDocument();
    await closed();
  },
};
