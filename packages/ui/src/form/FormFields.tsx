import type { Field } from '@carrara/contract/core/fields';
import { groupFields } from '../profile/FieldGroups.tsx';
import { FieldInput } from './FieldInput.tsx';
import styles from './form.module.css';
import type { RecordFormState } from './useRecordForm.ts';

export interface FormFieldsProps {
  readonly form: RecordFormState;
  /** The fields in order; by default all writable fields. */
  readonly only?: readonly string[];
  /** Returns a field that depends on other values. A read-only field is hidden. */
  readonly fieldOf?: ((name: string, field: Field, form: RecordFormState) => Field) | undefined;
  /** Called after a person has changed a value, for example to fill in dependent values. */
  readonly onChange?: ((name: string, value: unknown, form: RecordFormState) => void) | undefined;
  readonly disabled?: boolean;
}

/** The inputs of a form, in the labeled groups of its field table. */
export function FormFields({ form, only, fieldOf, onChange, disabled = false }: FormFieldsProps) {
  const fields = fieldOf
    ? Object.fromEntries(Object.entries(form.fields).map(([name, field]) => [name, fieldOf(name, field, form)]))
    : form.fields;
  const names = only ?? Object.keys(fields).filter((name) => !fields[name]?.readOnly);
  return (
    <>
      {groupFields(fields, names).map(({ title, members }) => (
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
                  onChange={(value) => {
                    form.set(name, value);
                    onChange?.(name, value, form);
                  }}
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
