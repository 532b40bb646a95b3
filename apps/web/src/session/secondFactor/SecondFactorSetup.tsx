import { useState } from 'react';
import { useWrite } from '../../api/calls.ts';
import type { Answer } from '../../api/operations.ts';
import { FactorSetupForm, type FactorSetupProps } from './FactorSetupForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import styles from '../session.module.css';

/** Sets up an authenticator step by step: the password, the QR code, the first code, and the recovery codes. */
export function SecondFactorSetup({ onEnabled, onDone, ...form }: FactorSetupProps) {
  const [begin] = useWrite('beginSecondFactor');
  const [enable] = useWrite('enableSecondFactor');
  const [enrolment, setEnrolment] = useState<Answer<'beginSecondFactor'>>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!enrolment) {
    return (
      <FactorSetupForm
        {...form}
        action="Continue"
        send={async ({ currentPassword }) => setEnrolment(await begin({ body: { currentPassword } }))}
      >
        An authenticator app on your phone shows a six-digit code that you type after your password. You will have to
        sign in again everywhere else.
      </FactorSetupForm>
    );
  }
  const send = async (code: string) => {
    const { recoveryCodes } = await enable({ body: { code } });
    onEnabled?.();
    // People with a passkey already have recovery codes.
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else onDone();
  };
  return (
    <SecondFactorForm
      send={send}
      onDone={() => undefined}
      action="Set up"
      codes="timed"
      cancelLabel={form.cancelLabel}
      onCancel={form.onCancel}
    >
      <p>Scan this with the authenticator app on your phone, then type the code that it shows.</p>
      <img
        className={styles.scanned}
        src={`data:image/svg+xml,${encodeURIComponent(enrolment.picture)}`}
        alt="QR code for an authenticator app, with the same key as the text below"
      />
      <details>
        <summary>Can’t scan the code?</summary>
        <p>Enter this key in the app as a time-based code:</p>
        <code className={styles.secret}>{enrolment.secret}</code>
      </details>
    </SecondFactorForm>
  );
}
