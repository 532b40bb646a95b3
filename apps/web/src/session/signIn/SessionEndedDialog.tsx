import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useRead } from '../../api/calls.ts';
import { failureWithStatus } from '../../api/failure.ts';
import type { Answer } from '../../api/operations.ts';
import { useAppDispatch, useSession } from '../hooks.ts';
import { supportsPasskeys } from '../secondFactor/passkeys.ts';
import { renewalCalls, discardPage, resumeSession, type Renewal, signInAgain } from '../renewal.ts';
import { SecondFactorForm } from '../secondFactor/SecondFactorForm.tsx';
import styles from '../session.module.css';

/** Dialogs of the page below close on Escape wherever it is pressed. This keeps key events from them. */
const ownKeys = { 'data-mantine-stop-propagation': 'true' } as const;

/**
 * The sign-in over a page whose session has ended. A modal element of the browser is above everything, including dialogs, and blocks everything
 * below. The page and its input stay.
 */
export function SessionEndedDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  // Runs before the effects of the content, because the browser focuses the first field, and the content may focus another one.
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const [other, setOther] = useState<string>();
  return (
    <dialog
      ref={dialog}
      className={styles.over}
      aria-labelledby="session-ended"
      onKeyDown={(event) => {
        // Escape must not close the dialog, because there is no way to continue without signing in.
        if (event.key === 'Escape') event.preventDefault();
        event.stopPropagation();
      }}
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="session-ended">{other === undefined ? 'Your session has ended' : 'This page belongs to someone else'}</h2>
      {other === undefined ? <SignInOver onOther={setOther} /> : <OtherPerson name={other} onBack={setOther} />}
    </dialog>
  );
}

function SignInOver({ onOther }: { readonly onOther: (name: string) => void }) {
  const dispatch = useAppDispatch();
  const session = useSession();
  const { data: signInOptions } = useRead('listLoginUrls', undefined);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [isFactorDue, setFactorDue] = useState(false);
  const applyRenewal = (renewal: Renewal) => {
    if (renewal.kind === 'factorDue') setFactorDue(true);
    if (renewal.kind === 'other') onOther(renewal.name);
    if (renewal.kind === 'refused') {
      setBusy(false);
      setError(renewal.failure.status < 500 ? renewal.failure.message : failureWithStatus(renewal.failure));
    }
  };
  const enter = async (by: Parameters<typeof signInAgain>[2]) => {
    setBusy(true);
    setError(undefined);
    applyRenewal(await signInAgain(dispatch, session, by));
  };
  // The person may have signed in again in another tab.
  const check = useEffectEvent(async () => {
    const renewal = busy ? undefined : await resumeSession(dispatch, session);
    if (renewal?.kind === 'other') onOther(renewal.name);
    if (renewal?.kind === 'factorDue') setFactorDue(true);
  });
  useEffect(() => {
    const back = () => void check();
    window.addEventListener('focus', back);
    return () => window.removeEventListener('focus', back);
  }, []);
  if (isFactorDue) return <FactorOver onDone={() => void resumeSession(dispatch, session).then(applyRenewal)} />;
  return (
    <>
      <p>Sign in to continue where you left off. Your input is still here, and interrupted requests are sent again.</p>
      {error ? <Banner tone="bad">{error}</Banner> : null}
      {signInOptions?.localAccounts === false ? null : (
        <PasswordForm isSending={busy} onSubmit={(typed) => void enter(typed)} />
      )}
      {signInOptions?.passkeys && supportsPasskeys() ? (
        <Button {...ownKeys} variant="default" fullWidth disabled={busy} onClick={() => void enter('passkey')}>
          Sign in with a passkey
        </Button>
      ) : null}
      {(signInOptions?.loginUrls ?? []).map(({ name, url }) => (
        <Button {...ownKeys} key={url} component="a" href={url} target="_blank" variant="default" fullWidth>
          Sign in with {name} in a new tab
        </Button>
      ))}
      <Button {...ownKeys} variant="subtle" color="gray" fullWidth onClick={() => void discardPage(dispatch, 'nobody')}>
        Leave this page
      </Button>
    </>
  );
}

interface PasswordFormProps {
  readonly isSending: boolean;
  readonly onSubmit: (typed: { readonly login: string; readonly password: string }) => void;
}

function PasswordForm({ isSending, onSubmit }: PasswordFormProps) {
  const { user } = useSession();
  const password = useRef<HTMLInputElement>(null);
  const login = useRef<HTMLInputElement>(null);
  useEffect(() => (login.current?.value ? password : login).current?.focus(), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    onSubmit({ login: String(typed.get('login')), password: String(typed.get('password')) });
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        {...ownKeys}
        name="login"
        ref={login}
        label="E-mail or user name"
        autoComplete="username"
        required
        defaultValue={user?.login ?? ''}
      />
      <PasswordInput
        {...ownKeys}
        name="password"
        label="Password"
        autoComplete="current-password"
        required
        ref={password}
      />
      <Button {...ownKeys} type="submit" fullWidth loading={isSending}>
        Sign in
      </Button>
    </form>
  );
}

/** Asks for the second factor of a sign-in over the page, by any method that the person has. */
function FactorOver({ onDone }: { readonly onDone: () => void }) {
  const dispatch = useAppDispatch();
  const [factors, setFactors] = useState<Answer<'getOwnFactors'>>();
  useEffect(() => {
    let isVisible = true;
    // If the factors can't be loaded, the person can still type a code.
    const typed = { authenticator: true, passkey: false, recoveryCodes: true, hasPassword: true };
    void renewalCalls
      .factors()
      .catch(() => typed)
      .then((found) => isVisible && setFactors(found));
    return () => {
      isVisible = false;
    };
  }, []);
  if (!factors) return <LoadingState lines={2} />;
  return (
    <SecondFactorForm
      send={renewalCalls.confirm}
      {...(factors.passkey && supportsPasskeys() ? { showPasskey: renewalCalls.confirmByPasskey } : {})}
      codes={factors.authenticator ? 'both' : 'recovery'}
      onDone={onDone}
      cancelLabel="Leave this page"
      onCancel={() => void discardPage(dispatch, 'nobody')}
    >
      <p>Use your second factor to continue where you left off.</p>
    </SecondFactorForm>
  );
}

interface OtherPersonProps {
  readonly name: string;
  readonly onBack: (name: undefined) => void;
}

function OtherPerson({ name, onBack }: OtherPersonProps) {
  const dispatch = useAppDispatch();
  const { user } = useSession();
  const owner = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
  return (
    <>
      <p>
        You have signed in as {name}. This page contains work by {owner}. It won’t be sent in your name.
      </p>
      <p>
        If you continue as {name}, you leave this page. Input by {owner} stays in this browser and is offered when{' '}
        {owner} opens the form again.
      </p>
      <Button {...ownKeys} fullWidth onClick={() => onBack(undefined)}>
        Sign in as {owner}
      </Button>
      <Button {...ownKeys} variant="default" fullWidth onClick={() => void discardPage(dispatch, 'other')}>
        Continue as {name}
      </Button>
    </>
  );
}
