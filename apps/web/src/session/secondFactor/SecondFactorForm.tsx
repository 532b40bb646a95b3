import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions } from '@carrara/ui/feedback/DialogFrame.tsx';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { failureText, isFailure } from '../../api/failure.ts';
import styles from '../session.module.css';

interface SecondFactorFormProps {
  /** Sends the input. Throws the `ApiFailure` of a refusal. */
  readonly send: (code: string) => Promise<unknown>;
  readonly onDone: () => void;
  /** The label of the button. */
  readonly action?: string;
  readonly isRed?: boolean;
  /** The kinds of codes that are accepted. */
  readonly codes?: keyof typeof codeTexts;
  /** Presents a passkey instead, if the person has one here. Throws like `send`. */
  readonly showPasskey?: () => Promise<unknown>;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

const codeTexts = {
  both: 'The six digits that your authenticator app shows now, or one of your recovery codes.',
  timed: 'The six digits that your authenticator app shows now.',
  recovery: 'One of your recovery codes.',
} as const;
/** Focuses the code when the form opens. */
const first = { 'data-autofocus': true, autoFocus: true };
/** Dialogs of the page below close on Escape wherever it is pressed. This keeps key events from them. */
const ownKeys = { 'data-mantine-stop-propagation': 'true' } as const;

/** A form for a code from the authenticator, a recovery code or a passkey. */
export function SecondFactorForm({
  send,
  onDone,
  action = 'Continue',
  isRed = false,
  codes = 'both',
  showPasskey,
  cancelLabel,
  onCancel,
  children,
}: SecondFactorFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<{ readonly field?: string; readonly top?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Prevents the form below from receiving this submit event.
    event.stopPropagation();
    if (code.trim() === '') return setError({ field: 'is required' });
    await show(() => send(code));
  };
  const show = async (displayed: () => Promise<unknown>) => {
    setBusy(true);
    setError({});
    try {
      await displayed();
      onDone();
    } catch (failure) {
      const refusal = isFailure(failure) ? failure.errors[0] : undefined;
      setError(refusal?.path === 'code' ? { field: refusal.message } : { top: failureText(failure) });
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.fields} noValidate>
      {children}
      {error.top ? <Banner tone="bad">{error.top}</Banner> : null}
      {showPasskey ? (
        <>
          <Button {...ownKeys} {...first} loading={isBusy} onClick={() => void show(showPasskey)}>
            Use a passkey
          </Button>
          <p>Or type a code:</p>
        </>
      ) : null}
      <TextInput
        {...ownKeys}
        label="Code"
        description={codeTexts[codes]}
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={100}
        value={code}
        error={error.field}
        {...(showPasskey ? {} : first)}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <DialogActions>
        <Button {...ownKeys} variant="default" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button
          {...ownKeys}
          type="submit"
          loading={isBusy}
          {...(isRed ? { color: 'red' } : {})}
          {...(showPasskey ? { variant: 'default' } : {})}
        >
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
