import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { failureText, isFailure } from '../../api/failure.ts';
import styles from '../session.module.css';

interface ChosenPasswordFormProps {
  /** The login of the account, so that the browser's password manager can store it. */
  readonly login?: string | undefined;
  readonly label: string;
  /** Rejects with the server's refusal. */
  readonly onChosen: (password: string) => Promise<void>;
}

const shortest = 12;
const note = 'At least 12 characters that are hard to guess, such as four unrelated words. Nobody else will know it.';

/** A form for a new password, entered twice. Refused input stays, with the reason. */
export function ChosenPasswordForm({ login, label, onChosen }: ChosenPasswordFormProps) {
  const [password, setPassword] = useState('');
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const [again, setAgain] = useState('');
  const [errors, setErrors] = useState<{ readonly password?: string; readonly again?: string; readonly top?: string }>(
    {},
  );
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(password.length < shortest
        ? { password: `The password is too short. Use at least ${String(shortest)} characters.` }
        : {}),
      ...(again === password ? {} : { again: 'The passwords don’t match.' }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await onChosen(password);
    } catch (failure) {
      const refusal = isFailure(failure) ? failure.errors.find(({ path }) => path === 'newPassword') : undefined;
      setErrors(refusal ? { password: refusal.message } : { top: failureText(failure) });
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.fields} noValidate>
      {errors.top ? <Banner tone="bad">{errors.top}</Banner> : null}
      {login === undefined ? null : (
        <input type="hidden" name="username" autoComplete="username" value={login} readOnly />
      )}
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        maxLength={1000}
        value={password}
        error={errors.password}
        ref={first}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordInput
        label="New password again"
        autoComplete="new-password"
        maxLength={1000}
        value={again}
        error={errors.again}
        onChange={(event) => setAgain(event.currentTarget.value)}
      />
      <p>{note}</p>
      <Button type="submit" fullWidth loading={isBusy}>
        {label}
      </Button>
    </form>
  );
}
