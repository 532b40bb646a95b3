import type { Fields } from '@carrara/contract/fields';
import { useForm } from '@mantine/form';
import { useEffect, useId, useMemo, useState } from 'react';
import { fieldError, type Values, valuesToSave } from './fieldRules.ts';

/** A refusal of the server: the path of the field it is about, or none when it is about the whole. */
export interface SaveFailure {
  readonly path?: string | undefined;
  readonly message: string;
}

export interface RecordFormOptions {
  readonly fields: Fields;
  readonly initial: Values;
  /** Refusals that no single field can see: one date before another. By field name. */
  readonly check?: (values: Values) => Readonly<Record<string, string | undefined>>;
  /** Saves; answers nothing, or why it was refused. `all` holds what was set beside the fields too, as rows of a schedule. */
  readonly onSave: (
    values: Record<string, unknown>,
    all: Values,
  ) => Promise<readonly SaveFailure[] | undefined> | Promise<void>;
}

export const invalidFormText = 'Some fields need your attention before this can be saved.';

/** The state of a form over a field table: values as typed, errors after blur and at submit, server refusals by path. */
export function useRecordForm({ fields, initial, check, onSave }: RecordFormOptions) {
  const id = useId();
  const [formError, setFormError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const [wrong, setWrong] = useState<readonly string[]>();
  const validate = (values: Values) => {
    const own = Object.entries(fields).map(
      ([name, field]) => [name, field.readOnly ? undefined : fieldError(field, values[name])] as const,
    );
    const errors: Record<string, string | undefined> = { ...Object.fromEntries(own), ...check?.(values) };
    return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
  };
  const form = useForm<Record<string, unknown>>({ initialValues: { ...initial }, validate, validateInputOnBlur: true });

  // Only when the save is over: fields cannot take the focus while it runs.
  const order = useMemo(() => Object.keys(fields), [fields]);
  useEffect(() => {
    if (wrong && !isSaving) focusFirstError(document.getElementById(id), wrong, order);
  }, [wrong, isSaving, id, order]);

  const refuse = (message: string, byField: Record<string, string>) => {
    setFormError(message);
    form.setErrors(byField);
    setWrong(Object.keys(byField));
  };
  const save = async () => {
    if (isSaving) return;
    const found = form.validate();
    if (found.hasErrors) {
      refuse(invalidFormText, found.errors as Record<string, string>);
      return;
    }
    setFormError(undefined);
    setWrong(undefined);
    setSaving(true);
    try {
      const failures = (await onSave(valuesToSave(fields, form.values), form.values)) ?? [];
      if (failures.length === 0) {
        form.resetDirty();
        return;
      }
      const known = failures.filter(({ path }) => path !== undefined && path in fields);
      const other = failures.filter((failure) => !known.includes(failure)).map(({ message }) => message);
      refuse(
        other.join(' ') || invalidFormText,
        Object.fromEntries(known.map(({ path, message }) => [path ?? '', message])),
      );
    } finally {
      setSaving(false);
    }
  };
  return {
    fields,
    id,
    values: form.values as Values,
    errors: form.errors,
    formError,
    isSaving,
    isDirty: form.isDirty(),
    set: (name: string, value: unknown) => {
      form.setFieldValue(name, value);
      form.clearFieldError(name);
    },
    blur: (name: string) => void form.validateField(name),
    reset: () => form.reset(),
    save,
  };
}

export type RecordFormState = ReturnType<typeof useRecordForm>;

/** Scrolls the form's message into view, then puts the cursor where the first mistake is. */
function focusFirstError(root: HTMLElement | null, wrong: readonly string[], order: readonly string[]): void {
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  root?.scrollIntoView({ block: 'start', behavior: reduced ? 'auto' : 'smooth' });
  const first = order.find((name) => wrong.includes(name)) ?? wrong[0];
  const place = first ? root?.querySelector<HTMLElement>(`[data-field="${CSS.escape(first)}"]`) : undefined;
  const input = place?.matches('input, textarea, select')
    ? place
    : place?.querySelector<HTMLElement>('input, textarea, select, button');
  input?.focus({ preventScroll: true });
}
