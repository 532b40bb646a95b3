import { Banner, DialogActions } from '@carrara/ui/feedback';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWrite } from '../api/calls.ts';
import { failureText, isFailure } from '../api/failure.ts';
import styles from './session.module.css';

interface SecondFactorFormProps {
  readonly onConfirmed: () => void;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
}

/** Asks for a code of the authenticator, or for one of the recovery codes. */
export function SecondFactorForm({ onConfirmed, cancelLabel, onCancel }: SecondFactorFormProps) {
  const [confirm] = useWrite('confirmSecondFactor');
  const [code, setCode] = useState('');
  const [error, setError] = useState<{ readonly field?: string; readonly top?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // What this form sends must not be taken for what the form below it sends.
    event.stopPropagation();
    if (code.trim() === '') return setError({ field: 'is required' });
    setBusy(true);
    setError({});
    try {
      await confirm({ body: { code } });
      onConfirmed();
    } catch (failure) {
      const first = isFailure(failure) ? failure.errors[0] : undefined;
      setError(first?.path === 'code' ? { field: first.message } : { top: failureText(failure) });
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.fields} noValidate>
      {error.top ? <Banner tone="bad">{error.top}</Banner> : null}
      <TextInput
        label="Code"
        description="The six digits that your authenticator shows now, or one of your recovery codes."
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={100}
        value={code}
        error={error.field}
        data-autofocus
        autoFocus
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button type="submit" loading={isBusy}>
          Go on
        </Button>
      </DialogActions>
    </form>
  );
}
