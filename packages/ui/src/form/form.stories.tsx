import type { Kind } from '@carrara/contract/core/kinds';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, userEvent } from 'storybook/test';
import { FieldInput } from './FieldInput.tsx';
import { FileDrop } from './FileDrop.tsx';

const meta: Meta = { title: 'form/Inputs' };
export default meta;
type Story = StoryObj;

const titles: Record<Kind, string> = {
  id: 'Id',
  text: 'Text',
  longText: 'Long text',
  email: 'E-mail',
  code: 'Code',
  boolean: 'Yes or no',
  count: 'Count',
  money: 'Money',
  amounts: 'Amounts',
  percent: 'Percent',
  shares: 'Shares',
  multiple: 'Multiple',
  rate: 'Rate',
  return: 'Return',
  spanReturn: 'Return of a span',
  partialReturn: 'Return across a transfer',
  partialSpanReturn: 'Return of a span across a transfer',
  partialMultiple: 'Multiple across a transfer',
  partialMoney: 'Amount across a transfer',
  rolledMoney: 'Rolled forward',
  years: 'Years',
  year: 'Year',
  date: 'Date',
  instant: 'Instant',
  status: 'Status',
  reference: 'Reference',
  referenceList: 'References',
  address: 'Address',
  picture: 'Picture',
};

function EveryInput({ error }: { readonly error?: string }) {
  const [values, setValues] = useState<Partial<Record<Kind, unknown>>>({
    money: '1250.5',
    multiple: '1.85',
    percent: '12.5',
  });
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))', gap: 16 }}>
      {(Object.keys(titles) as Kind[]).map((kind) => (
        <FieldInput
          key={kind}
          name={kind}
          field={{ kind, title: titles[kind], options: [{ code: 'A', description: 'Active' }] }}
          value={values[kind] ?? null}
          onChange={(value) => setValues((before) => ({ ...before, [kind]: value }))}
          onBlur={() => undefined}
          error={error ?? null}
          disabled={false}
        />
      ))}
    </div>
  );
}

export const EveryKind: Story = {
  render: () => <EveryInput />,
  play: async ({ canvas }) => {
    const money = canvas.getByLabelText('Money');
    await expect(money).toHaveValue('1,250.50');
    await userEvent.click(money);
    await expect(money).toHaveValue('1250.5');
  },
};

export const TypingAfterTabReplaces: Story = {
  render: () => <EveryInput />,
  play: async ({ canvas }) => {
    const percent = canvas.getByLabelText('Percent');
    canvas.getByLabelText('Money').focus();
    await userEvent.tab();
    await expect(percent).toHaveFocus();
    await userEvent.keyboard('7.25');
    await expect(percent).toHaveValue('7.25');
    await userEvent.tab({ shift: true });
    await userEvent.keyboard('2000');
    await userEvent.tab();
    await expect(canvas.getByLabelText('Money')).toHaveValue('2,000.00');
  },
};

export const WithErrors: Story = { render: () => <EveryInput error="is required" /> };

const onChosen = fn();
export const File: Story = {
  render: () => (
    <FileDrop label="Carry plan workbook" hint="Excel workbook, up to 20 MB" endings={['.xlsx']} onFiles={onChosen} />
  ),
  play: async ({ canvas }) => {
    const input = await canvas.findByLabelText('Carry plan workbook');
    await userEvent.upload(input, new window.File(['x'], 'notes.txt'));
    await expect(await canvas.findByRole('alert')).toHaveTextContent(
      'notes.txt has the wrong file type. Choose one of .xlsx',
    );
    await userEvent.upload(input, new window.File(['x'], 'plan.xlsx'));
    await expect(onChosen).toHaveBeenCalledOnce();
  },
};
