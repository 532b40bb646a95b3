import { defineFields, type Field } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { Form } from '@carrara/ui/form/Form.tsx';
import { type RecordFormState, useRecordForm } from '@carrara/ui/form/useRecordForm.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { skipToken, useRead } from '../../../api/calls.ts';
import record from '../../../record/record.module.css';
import type { RowValues } from '../../../record/editor/RowsEditor.tsx';
import { openVintageDialog } from './SelectVintageDialog.tsx';

export type HolderKind = 'fund' | 'coinvestment';

export interface AssociationQuestion {
  readonly kind: HolderKind;
  /** Undefined for a new one. */
  readonly row?: RowValues | undefined;
  /** The current holders. Nobody can hold the same investment twice. */
  readonly existing: readonly string[];
}

/** Opens a dialog to choose the fund or coinvestment that holds the investment, and its vintage. Resolves to undefined if canceled. */
export const openAssociationDialog = (question: AssociationQuestion): Promise<RowValues | undefined> =>
  openDialog<RowValues | undefined>((close) => <AssociationDialog {...question} onClose={close} />);

const titles = { fund: 'Fund', coinvestment: 'Coinvestment' } as const;
const fieldsOf = (kind: HolderKind) =>
  defineFields({
    [kind]: { kind: 'reference', target: kind, title: titles[kind], required: true },
    vintage: { kind: 'reference', target: 'vintage', title: 'Vintage' },
    investedAmount: {
      kind: 'money',
      title: 'Invested amount',
      help: 'Leave blank to use the sum of its tranches.',
    },
  });
const idOf = (value: unknown) => (value as Reference | null | undefined)?.id;

function AssociationDialog(props: AssociationQuestion & { readonly onClose: (row?: RowValues) => void }) {
  const { kind, row, existing, onClose } = props;
  const [fields] = useState(() => fieldsOf(kind));
  const form = useRecordForm({
    fields,
    initial: row ?? {},
    check: (values) => ({
      [kind]: existing.includes(idOf(values[kind]) ?? '') ? `This ${kind} already holds the investment.` : undefined,
    }),
    storeAs: `${row ? 'Edit' : 'Add'} ${kind}`,
    onSave: async (values) => onClose({ ...row, ...values }),
  });
  const fundId = useFundOf(kind, idOf(form.values[kind]));
  const title = `${row ? 'Edit' : 'Add'} ${kind}`;
  const draw = (name: string, field: Field | undefined, disabled = false) =>
    field ? (
      <FieldInput
        name={name}
        field={field}
        value={form.values[name]}
        onChange={(value) => form.set(name, value)}
        onBlur={() => form.blur(name)}
        error={form.errors[name]}
        disabled={disabled}
      />
    ) : null;
  const holder: Field | undefined = fields[kind];
  return (
    <DialogFrame title={title} onClose={() => onClose()} size="lg">
      <Form form={form} label={title}>
        <div className={record.dialogFields}>
          {holder ? (
            <FieldInput
              name={kind}
              field={holder}
              value={form.values[kind]}
              onChange={(value) => {
                form.set(kind, value);
                // Clears the vintage, because it belongs to the previous fund.
                form.set('vintage', null);
              }}
              onBlur={() => form.blur(kind)}
              error={form.errors[kind]}
              disabled={row?.['canDelete'] === false}
            />
          ) : null}
          {draw('vintage', { kind: 'reference', target: `vintageOf:${fundId ?? ''}`, title: 'Vintage' }, !fundId)}
          {fundId ? <SelectVintage fundId={fundId} form={form} /> : null}
          {draw('investedAmount', fields['investedAmount'])}
        </div>
        <DialogActions
          onCancel={() => {
            form.storedInput.drop();
            onClose();
          }}
        >
          <Button type="submit">{row ? 'Apply' : 'Add'}</Button>
        </DialogActions>
      </Form>
    </DialogFrame>
  );
}

/** Returns the fund whose vintages can be chosen: the fund itself, or the one of the coinvestment. */
function useFundOf(kind: HolderKind, id: string | undefined): string | undefined {
  const { currentData } = useRead('getCoinvestment', kind === 'coinvestment' && id ? { params: { id } } : skipToken);
  return kind === 'fund' ? id : currentData?.fund.id;
}

/** A choice of the fund's vintages with their distinguishing data, which can also create one. */
function SelectVintage({ fundId, form }: { readonly fundId: string; readonly form: RecordFormState }) {
  const select = async () => {
    const vintage = await openVintageDialog({ fundId, chosen: idOf(form.values['vintage']) });
    if (vintage) form.set('vintage', vintage);
  };
  return (
    <div>
      <Button variant="subtle" size="compact-sm" onClick={() => void select()}>
        Select a vintage of this fund
      </Button>
    </div>
  );
}
