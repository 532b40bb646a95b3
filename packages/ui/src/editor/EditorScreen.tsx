import type { Fields } from '@carrara/contract/core/fields';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { PartBoundary } from '../feedback/PartBoundary.tsx';
import { Form } from '../form/Form.tsx';
import { FormFields, type FormFieldsProps } from '../form/FormFields.tsx';
import { type RecordFormOptions, type RecordFormState, useRecordForm } from '../form/useRecordForm.ts';
import { type UnsavedGuard, useUnsavedGuard } from '../form/useUnsavedGuard.ts';
import styles from './editor.module.css';

export interface EditorScreenProps
  extends Omit<RecordFormOptions, 'initial'>,
    Pick<FormFieldsProps, 'fieldOf' | 'onChange'> {
  readonly title: string;
  readonly fields: Fields;
  readonly initial: RecordFormOptions['initial'];
  readonly only?: readonly string[];
  readonly saveLabel?: string;
  readonly onCancel: () => void;
  readonly staysOn?: UnsavedGuard['staysOn'];
  /** Actions at the right of the title, such as delete and archive. */
  readonly actions?: ReactNode | ((form: RecordFormState) => ReactNode);
  /** Parts below the fields, such as the rows of a schedule. They get the form. */
  readonly children?: (form: RecordFormState) => ReactNode;
}

/** The editor of a record: a form with the fields of its table, and a save bar that stays visible. */
export function EditorScreen(props: EditorScreenProps) {
  const { title, only, fieldOf, onChange, saveLabel = 'Save', onCancel, staysOn } = props;
  const form = useRecordForm({ storeAs: title, reportsStatus: true, ...props });
  useUnsavedGuard(form.isDirty, {
    isSaving: form.isSaving,
    onDiscard: form.storedInput.drop,
    ...(staysOn ? { staysOn } : {}),
  });
  return (
    <section className={styles.screen} aria-label={title}>
      <header>
        <h1>{title}</h1>
        {typeof props.actions === 'function' ? props.actions(form) : props.actions}
      </header>
      <Form form={form} label={title}>
        <FormFields form={form} fieldOf={fieldOf} onChange={onChange} {...(only ? { only } : {})} />
        <PartBoundary draw={() => props.children?.(form)} />
        <footer className={styles.bar}>
          <span role="status">{form.isDirty ? 'Unsaved changes' : ''}</span>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSaving}>
            {saveLabel}
          </Button>
        </footer>
      </Form>
    </section>
  );
}
