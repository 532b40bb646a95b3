import { groupFields } from '../profile/FieldGroups.tsx';
import { FieldInput } from './FieldInput.tsx';
import styles from './form.module.css';
import type { RecordFormState } from './useRecordForm.ts';

export interface FormFieldsProps {
  readonly form: RecordFormState;
  /** The fields in order; by default all writable fields. */
  readonly only?: readonly string[];
  readonly disabled?: boolean;
}

/** The inputs of a form, in the labeled groups of its field table. */
export function FormFields({ form, only, disabled = false }: FormFieldsProps) {
  const names = only ?? Object.keys(form.fields).filter((name) => !form.fields[name]?.readOnly);
  return (
    <>
      {groupFields(form.fields, names).map(({ title, members }) => (
        <fieldset key={title} className={styles.group}>
          <legend>{title}</legend>
          <div>
            {members.map(([name, field]) => (
              <div
                key={name}
                data-wide={field.kind === 'longText' || field.kind === 'address' || field.kind === 'referenceList'}
              >
                <FieldInput
                  name={name}
                  field={field}
                  value={form.values[name]}
                  onChange={(value) => form.set(name, value)}
                  onBlur={() => form.blur(name)}
                  error={form.errors[name]}
                  disabled={disabled || form.isSaving}
                />
              </div>
            ))}
          </div>
        </fieldset>
      ))}
    </>
  );
}
