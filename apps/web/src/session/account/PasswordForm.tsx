import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions } from '@carrara/ui/feedback/DialogFrame.tsx';
import { MessageText } from '@carrara/ui/feedback/MessageText.tsx';
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWrite } from '../../api/calls.ts';
import { failureText, isFailure } from '../../api/failure.ts';
import styles from '../session.module.css';

interface PasswordFormProps {
  /** The label of the first field: the current password, or the one that an administrator gave. */
  readonly present: string;
  readonly note: string;
  readonly onChanged: () => void;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
}

type ErrorLocation = 'currentPassword' | 'newPassword' | 'again' | 'top';
type Errors = Readonly<Partial<Record<ErrorLocation, string>>>;
const shortest = 12;

const wrongIn = (values: Readonly<Record<Exclude<ErrorLocation, 'top'>, string>>): Errors => ({
  ...(values.currentPassword ? {} : { currentPassword: 'This password is required.' }),
  ...(values.newPassword.length < shortest
    ? { newPassword: `The password is too short. Use at least ${String(shortest)} characters.` }
    : {}),
  ...(values.again === values.newPassword ? {} : { again: 'The passwords don’t match.' }),
});

/** Returns the server's refusal at its field, or at the top. */
function refusalAt(failure: unknown): Errors {
  const error = isFailure(failure) ? failure.errors[0] : undefined;
  if (error?.path === 'currentPassword' || error?.path === 'newPassword') return { [error.path]: error.message };
  return { top: failureText(failure) };
}

/** A form for the current and a new password. Changing it ends all other sessions of the person. */
export function PasswordForm({ present, note, onChanged, cancelLabel, onCancel }: PasswordFormProps) {
  const [save] = useWrite('changePassword');
  const [values, setValues] = useState({ currentPassword: '', newPassword: '', again: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = wrongIn(values);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await save({ body: { currentPassword: values.currentPassword, newPassword: values.newPassword } });
      onChanged();
    } catch (failure) {
      setErrors(refusalAt(failure));
      setBusy(false);
    }
  };
  const input = (name: 'currentPassword' | 'newPassword' | 'again', label: string, autoComplete: string) => (
    <PasswordInput
      label={label}
      autoComplete={autoComplete}
      maxLength={1000}
      value={values[name]}
      error={errors[name] && <MessageText text={errors[name]} />}
      {...(name === 'currentPassword' ? { 'data-autofocus': true, autoFocus: true } : {})}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
    />
  );
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.fields} noValidate>
      {errors.top ? <Banner tone="bad">{errors.top}</Banner> : null}
      {input('currentPassword', present, 'current-password')}
      {input('newPassword', 'New password', 'new-password')}
      {input('again', 'New password again', 'new-password')}
      <p>{note}</p>
      <DialogActions onCancel={onCancel} cancelLabel={cancelLabel}>
        <Button type="submit" loading={isBusy}>
          Change password
        </Button>
      </DialogActions>
    </form>
  );
}
