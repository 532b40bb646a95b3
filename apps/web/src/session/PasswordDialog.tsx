import { Banner, DialogActions, DialogFrame, openDialog } from '@carrara/ui/feedback';
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { failureText, isFailure } from '../api/failure.ts';
import styles from './session.module.css';

interface PasswordDialogProps {
  readonly shortest: number;
  readonly save: (currentPassword: string, newPassword: string) => Promise<unknown>;
}

/** Answers whether the password was changed. */
export const askNewPassword = async (options: PasswordDialogProps): Promise<boolean> =>
  (await openDialog<boolean>((close) => <PasswordDialog {...options} onClose={close} />)) ?? false;

type Place = 'current' | 'next' | 'again' | 'top';

function PasswordDialog({
  shortest,
  save,
  onClose,
}: PasswordDialogProps & { readonly onClose: (changed: boolean) => void }) {
  const [values, setValues] = useState({ current: '', next: '', again: '' });
  const [errors, setErrors] = useState<Readonly<Partial<Record<Place, string>>>>({});
  const [isBusy, setBusy] = useState(false);
  const wrong = (): Partial<Record<Place, string>> => ({
    ...(values.current ? {} : { current: 'is required' }),
    ...(values.next.length < shortest ? { next: `has fewer than ${String(shortest)} characters` } : {}),
    ...(values.again === values.next ? {} : { again: 'is not the same' }),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = wrong();
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await save(values.current, values.next);
      onClose(true);
    } catch (failure) {
      const isOld = isFailure(failure) && failure.errors.some(({ code }) => code === 'WRONG_PASSWORD');
      setErrors(isOld ? { current: 'is not your password' } : { top: failureText(failure) });
      setBusy(false);
    }
  };
  const input = (name: 'current' | 'next' | 'again', label: string, autoComplete: string) => (
    <PasswordInput
      label={label}
      autoComplete={autoComplete}
      maxLength={1000}
      value={values[name]}
      error={errors[name]}
      {...(name === 'current' ? { 'data-autofocus': true } : {})}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
    />
  );
  return (
    <DialogFrame title="Change password" onClose={() => onClose(false)}>
      <form onSubmit={(event) => void submit(event)} className={styles.fields} noValidate>
        {errors.top ? <Banner tone="bad">{errors.top}</Banner> : null}
        {input('current', 'Present password', 'current-password')}
        {input('next', 'New password', 'new-password')}
        {input('again', 'New password again', 'new-password')}
        <p>At least {shortest} characters. Everywhere else you will have to sign in again.</p>
        <DialogActions>
          <Button variant="default" onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Change password
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}
