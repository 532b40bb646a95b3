import type { Field, Fields } from '@carrara/contract/core/fields';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { PartBoundary } from '@carrara/ui/feedback/PartBoundary.tsx';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { Form } from '@carrara/ui/form/Form.tsx';
import { type RecordFormState, type SaveFailure, useRecordForm } from '@carrara/ui/form/useRecordForm.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from '../record.module.css';
import { refusals } from './refusals.ts';

export interface FormDialogOptions {
  readonly title: string;
  readonly fields: Fields;
  readonly initial?: Readonly<Record<string, unknown>>;
  readonly saveLabel?: string;
  /** Saves the form. An error of the server stays in the dialog, at its fields. */
  readonly save: (values: Record<string, unknown>, all: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly check?: (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, string | undefined>>;
  /** Runs after each change of a value, for example to fill in values that depend on it. */
  readonly onChange?: (name: string, value: unknown, form: RecordFormState) => void;
  /** Returns a field whose choices depend on other values. A read-only field is hidden. */
  readonly fieldOf?: (name: string, field: Field, form: RecordFormState) => Field;
  /** A hook that works like `fieldOf` and can read data while the form is open. */
  readonly useFieldOf?: () => FormDialogOptions['fieldOf'];
  /** Content above the fields: a warning about the input. */
  readonly lead?: (form: RecordFormState) => ReactNode;
  /** Content below the fields: results of the input, or parts that are not fields. */
  readonly more?: (form: RecordFormState) => ReactNode;
  /** Results of the input that stay visible next to the fields, and below them on a narrow screen. */
  readonly aside?: (form: RecordFormState) => ReactNode;
}

/** Opens a form with a few fields and saves it. Resolves to true if it was saved. */
export const openFormDialog = (options: FormDialogOptions): Promise<boolean> =>
  openDialog<boolean>((close) => <FormDialog {...options} onClose={close} />);

const useNothingRead = () => undefined;

function FormDialog(props: FormDialogOptions & { readonly onClose: (saved: boolean) => void }) {
  const { title, fields, onClose, saveLabel = 'Save', onChange, useFieldOf = useNothingRead } = props;
  const fieldOf = useFieldOf() ?? props.fieldOf;
  const [initial] = useState(() => props.initial ?? {});
  const onSave = async (
    values: Record<string, unknown>,
    all: Readonly<Record<string, unknown>>,
  ): Promise<readonly SaveFailure[] | undefined> => {
    try {
      await props.save(values, all);
      onClose(true);
      return undefined;
    } catch (failure) {
      return refusals(failure);
    }
  };
  const form = useRecordForm({
    fields,
    initial,
    onSave,
    storeAs: title,
    ...(props.check ? { check: props.check } : {}),
  });
  const inputs = (
    <div className={styles.dialogFields}>
      {Object.entries(fields)
        .map(([name, field]) => [name, fieldOf?.(name, field, form) ?? field] as const)
        .filter(([, field]) => !field.readOnly)
        .map(([name, field]) => (
          <FieldInput
            key={name}
            name={name}
            field={field}
            value={form.values[name]}
            onChange={(value) => {
              form.set(name, value);
              onChange?.(name, value, form);
            }}
            onBlur={() => form.blur(name)}
            error={form.errors[name]}
            disabled={form.isSaving}
          />
        ))}
    </div>
  );
  return (
    <DialogFrame title={title} onClose={() => onClose(false)} size={props.aside === undefined ? 'lg' : 'wide'}>
      <Form form={form} label={title}>
        <PartBoundary draw={() => props.lead?.(form)} />
        {props.aside === undefined ? (
          inputs
        ) : (
          <div className={styles.dialogColumns}>
            {inputs}
            <div className={styles.dialogAside}>
              <PartBoundary draw={() => props.aside?.(form)} />
            </div>
          </div>
        )}
        <PartBoundary draw={() => props.more?.(form)} />
        <DialogActions
          onCancel={() => {
            form.storedInput.drop();
            onClose(false);
          }}
        >
          <Button type="submit" loading={form.isSaving}>
            {saveLabel}
          </Button>
        </DialogActions>
      </Form>
    </DialogFrame>
  );
}
