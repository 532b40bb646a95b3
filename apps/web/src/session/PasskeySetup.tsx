import { Banner, DialogActions } from '@carrara/ui/feedback';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWrite } from '../api/calls.ts';
import { failureText, isFailure } from '../api/failure.ts';
import { deviceOf } from './deviceOf.ts';
import { makePasskey } from './passkeys.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './session.module.css';

interface PasskeySetupProps {
  /** Whether the person has a password here, which is asked for. */
  readonly hasPassword: boolean;
  /** The passkey is kept; the recovery codes may still be to be read. */
  readonly onEnabled?: () => void;
  readonly onDone: () => void;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
}

type Errors = Readonly<Partial<Record<'name' | 'currentPassword' | 'top', string>>>;
const first = { 'data-autofocus': true, autoFocus: true };

/** Makes a passkey on this device, or on a key or a phone that the browser can reach. */
export function PasskeySetup({ hasPassword, onEnabled, onDone, cancelLabel, onCancel }: PasskeySetupProps) {
  const [begin] = useWrite('beginPasskey');
  const [add] = useWrite('addPasskey');
  const [name, setName] = useState(() => deviceOf(navigator.userAgent));
  const [currentPassword, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const missing: Errors = {
      ...(name.trim() === '' ? { name: 'is required' } : {}),
      ...(hasPassword && currentPassword === '' ? { currentPassword: 'is required' } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const made = await makePasskey(await begin({ body: { currentPassword } }));
      const { recoveryCodes } = await add({ body: { name: name.trim(), ...made } });
      onEnabled?.();
      if (recoveryCodes.length > 0) setCodes(recoveryCodes);
      else onDone();
    } catch (failure) {
      const refusal = isFailure(failure) ? failure.errors[0] : undefined;
      const path = refusal?.path;
      setErrors(
        refusal && (path === 'name' || path === 'currentPassword')
          ? { [path]: refusal.message }
          : { top: failureText(failure) },
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.fields} noValidate>
      <p>
        A passkey lies on this device, on a phone or on a key, and opens by PIN, finger or face. It signs you in at this
        address alone, so that no copied page can use it.
      </p>
      {errors.top ? <Banner tone="bad">{errors.top}</Banner> : null}
      <TextInput
        label="Name"
        description="By which you know it again among yours."
        maxLength={100}
        value={name}
        error={errors.name}
        {...(hasPassword ? {} : first)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {hasPassword ? (
        <PasswordInput
          label="Present password"
          autoComplete="current-password"
          maxLength={1000}
          value={currentPassword}
          error={errors.currentPassword}
          {...first}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      ) : null}
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button type="submit" loading={isBusy}>
          Make the passkey
        </Button>
      </DialogActions>
    </form>
  );
}
