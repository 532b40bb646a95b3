import { defineFields } from '@carrara/contract/fields';
import type { RecordFormState } from '@carrara/ui/form';
import { valuesToSave } from '@carrara/ui/form';
import { RecordEditor } from '../../record/RecordEditor.tsx';
import { RowsEditor, type RowValues } from '../../record/RowsEditor.tsx';
import { investmentRecord } from './investmentRecord.ts';

const holders = {
  fundInvestments: {
    title: 'Funds',
    addLabel: 'Add fund',
    fields: defineFields({
      fund: { kind: 'reference', of: 'fund', title: 'Fund', required: true },
      vintage: { kind: 'reference', of: 'vintage', title: 'Vintage' },
      investedAmount: { kind: 'money', title: 'Invested amount' },
    }),
  },
  coinvestmentInvestments: {
    title: 'Coinvestments',
    addLabel: 'Add coinvestment',
    fields: defineFields({
      coinvestment: { kind: 'reference', of: 'coinvestment', title: 'Coinvestment', required: true },
      investedAmount: { kind: 'money', title: 'Invested amount' },
    }),
  },
} as const;
type Holder = keyof typeof holders;
type Values = Readonly<Record<string, unknown>>;

const names = Object.keys(holders) as readonly Holder[];
const rowsOf = (values: Values | undefined, name: Holder) => (values?.[name] as readonly RowValues[] | undefined) ?? [];
/** A row that nothing was chosen in is not meant. */
const isMeant = (name: Holder) => (row: RowValues) =>
  Boolean(row[name === 'fundInvestments' ? 'fund' : 'coinvestment']);
const canRemove = (row: RowValues) => row['canDelete'] !== false;

const savedRow = (name: Holder) => (row: RowValues) => ({
  ...(row['id'] ? { id: row['id'] } : {}),
  ...(name === 'coinvestmentInvestments' && row['vintage'] ? { vintage: row['vintage'] } : {}),
  ...valuesToSave(holders[name].fields, row),
});
const saved = (values: Values) =>
  Object.fromEntries(names.map((name) => [name, rowsOf(values, name).filter(isMeant(name)).map(savedRow(name))]));

const checkHolders = (values: Values) => {
  const none = names.every((name) => !rowsOf(values, name).some(isMeant(name)));
  return { fundInvestments: none ? 'An investment needs at least one fund or coinvestment that holds it.' : undefined };
};

/** An investment and who holds it: at least one fund or coinvestment. */
export function InvestmentEditor() {
  return (
    <RecordEditor
      record={investmentRecord}
      moreOf={(seen) => Object.fromEntries(names.map((name) => [name, rowsOf(seen, name)]))}
      saved={saved}
      check={checkHolders}
      more={(form) => names.map((name) => <HolderRows key={name} name={name} form={form} />)}
    />
  );
}

function HolderRows({ name, form }: { readonly name: Holder; readonly form: RecordFormState }) {
  const { title, addLabel, fields } = holders[name];
  return (
    <RowsEditor
      title={title}
      addLabel={addLabel}
      fields={fields}
      rows={rowsOf(form.values, name)}
      onChange={(rows) => form.set(name, rows)}
      error={form.errors[name]}
      canRemove={canRemove}
    />
  );
}
