import { Banner, DialogActions } from '@carrara/ui/feedback';
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWrite } from '../api/calls.ts';
import { failureText, isFailure } from '../api/failure.ts';
import type { Answer } from '../api/operations.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import styles from './session.module.css';

interface SecondFactorSetupProps {
  /** Whether the person has a password here, which is asked for first. */
  readonly hasPassword: boolean;
  /** The second factor is set up; the recovery codes are still to be read. */
  readonly onEnabled?: () => void;
  readonly onDone: () => void;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
}

/** Sets an authenticator up, step by step: the password, the picture to scan, the first code, and the codes for the day it is lost. */
export function SecondFactorSetup({ hasPassword, onEnabled, onDone, cancelLabel, onCancel }: SecondFactorSetupProps) {
  const [enable] = useWrite('enableSecondFactor');
  const [enrolment, setEnrolment] = useState<Answer<'beginSecondFactor'>>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!enrolment)
    return <Begin hasPassword={hasPassword} onBegun={setEnrolment} cancelLabel={cancelLabel} onCancel={onCancel} />;
  const send = async (code: string) => {
    const { recoveryCodes } = await enable({ body: { code } });
    onEnabled?.();
    // Whoever has a passkey has codes already.
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else onDone();
  };
  return (
    <SecondFactorForm
      send={send}
      onDone={() => undefined}
      action="Set up"
      codes="timed"
      cancelLabel={cancelLabel}
      onCancel={onCancel}
    >
      <p>Scan this with the authenticator app on your phone, then type the code that it shows.</p>
      <img
        className={styles.scanned}
        src={`data:image/svg+xml,${encodeURIComponent(enrolment.picture)}`}
        alt="What an authenticator app scans; the same as the text below"
      />
      <details>
        <summary>The app has no camera?</summary>
        <p>Type this into it, as a code that changes with time:</p>
        <code className={styles.secret}>{enrolment.secret}</code>
      </details>
    </SecondFactorForm>
  );
}

interface BeginProps {
  readonly hasPassword: boolean;
  readonly onBegun: (enrolment: Answer<'beginSecondFactor'>) => void;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
}

const first = { 'data-autofocus': true, autoFocus: true };

function Begin({ hasPassword, onBegun, cancelLabel, onCancel }: BeginProps) {
  const [begin, isBusy] = useWrite('beginSecondFactor');
  const [currentPassword, setPassword] = useState('');
  const [error, setError] = useState<{ readonly field?: string; readonly top?: string }>({});
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (hasPassword && currentPassword === '') return setError({ field: 'is required' });
    setError({});
    try {
      onBegun(await begin({ body: { currentPassword } }));
    } catch (failure) {
      const refusal = isFailure(failure) ? failure.errors[0] : undefined;
      setError(refusal?.path === 'currentPassword' ? { field: refusal.message } : { top: failureText(failure) });
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.fields} noValidate>
      <p>
        An authenticator app on your phone shows a code of six digits, which you type after your password. Everywhere
        else you will have to sign in again.
      </p>
      {error.top ? <Banner tone="bad">{error.top}</Banner> : null}
      {hasPassword ? (
        <PasswordInput
          label="Present password"
          autoComplete="current-password"
          maxLength={1000}
          value={currentPassword}
          error={error.field}
          {...first}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      ) : null}
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
