import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions } from '@carrara/ui/feedback/DialogFrame.tsx';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { failureText, isFailure } from '../../api/failure.ts';
import styles from '../session.module.css';

export interface FactorSetupProps {
  /** True if the person has a password here, which the form then requires. */
  readonly hasPassword: boolean;
  /** Runs when the factor is stored. The person may still have to read the recovery codes. */
  readonly onEnabled?: () => void;
  readonly onDone: () => void;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
  /** A link to another kind of factor. It is above the buttons, which stay at the bottom of a dialog. */
  readonly alternative?: ReactNode;
}

interface Typed {
  readonly name: string;
  readonly currentPassword: string;
}

interface FactorSetupFormProps
  extends Pick<FactorSetupProps, 'hasPassword' | 'cancelLabel' | 'onCancel' | 'alternative'> {
  /** A description of the factor. */
  readonly children: ReactNode;
  /** The suggested name, if the factor has one. */
  readonly name?: string;
  readonly action: string;
  /** Throws the `ApiFailure` of a refusal. */
  readonly send: (typed: Typed) => Promise<void>;
}

type Errors = Readonly<Partial<Record<keyof Typed | 'top', string>>>;
/** Focuses the first input when the form opens. */
const first = { 'data-autofocus': true, autoFocus: true };

/**
 * A form that begins to set up a second factor, with its name. It needs the password, so that nobody can set one up in
 * an unattended browser.
 */
export function FactorSetupForm({
  hasPassword,
  children,
  name: proposed,
  action,
  send,
  cancelLabel,
  onCancel,
  alternative,
}: FactorSetupFormProps) {
  const isNamed = proposed !== undefined;
  const [typed, setTyped] = useState<Typed>({ name: proposed ?? '', currentPassword: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Prevents the form below from receiving this submit event.
    event.stopPropagation();
    const missing: Errors = {
      ...(isNamed && typed.name.trim() === '' ? { name: 'is required' } : {}),
      ...(hasPassword && typed.currentPassword === '' ? { currentPassword: 'is required' } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await send({ ...typed, name: typed.name.trim() });
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
      <p>{children}</p>
      {errors.top ? <Banner tone="bad">{errors.top}</Banner> : null}
      {isNamed ? (
        <TextInput
          label="Name"
          description="Helps you recognize it among your passkeys."
          maxLength={100}
          value={typed.name}
          error={errors.name}
          {...(hasPassword ? {} : first)}
          onChange={({ currentTarget: { value: name } }) => setTyped((now) => ({ ...now, name }))}
        />
      ) : null}
      {hasPassword ? (
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          maxLength={1000}
          value={typed.currentPassword}
          error={errors.currentPassword}
          {...first}
          onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, currentPassword: value }))}
        />
      ) : null}
      {alternative}
      <DialogActions onCancel={onCancel} cancelLabel={cancelLabel}>
        <Button type="submit" loading={isBusy}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
