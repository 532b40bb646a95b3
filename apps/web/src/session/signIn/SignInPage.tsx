import { refusalText } from '@carrara/contract/platform/signIn/signInRefusals';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { isFailure, failureWithStatus } from '../../api/failure.ts';
import { useRead } from '../../api/calls.ts';
import { removeEarlySignIn, restoreSignIn } from './earlySignIn.ts';
import { EntryPage } from './EntryPage.tsx';
import { useAppDispatch, useSession } from '../hooks.ts';
import { lastPath } from '../lastVisit.ts';
import { exchangeCode, signIn, signInByPasskey } from '../session.ts';
import { supportsPasskeys } from '../secondFactor/passkeys.ts';
import { pageOfPhase } from './phases.ts';
import styles from '../session.module.css';

/** `#/login`: local accounts and the configured providers. `#/login/{token}` completes a sign-in at a provider. */
export function SignInPage() {
  const { token } = useParams();
  const { phase } = useSession();
  if (phase !== 'signedOut' && phase !== 'starting' && !token)
    return <Navigate replace to={pageOfPhase(phase) ?? lastPath() ?? '/'} />;
  return token ? <ReturnFromProvider code={token} /> : <SignInForm />;
}

const refused = (failure: unknown): string =>
  isFailure(failure) && failure.status < 500 ? failure.message : failureWithStatus(failure);

function SignInForm() {
  const dispatch = useAppDispatch();
  const { data: signInOptions } = useRead('listLoginUrls', undefined);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => (form.current ? restoreSignIn(form.current) : removeEarlySignIn()), []);
  // The server redirects to #/login?refused=... if a sign-in at a provider failed.
  const [search] = useSearchParams();
  const returned = search.get('refused');
  const [error, setError] = useState(returned === null ? undefined : refusalText(returned));
  const [busy, setBusy] = useState(false);
  const enter = async (signIn: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await signIn();
    } catch (failure) {
      setError(refused(failure));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    void enter(() => signIn(dispatch, String(typed.get('login')), String(typed.get('password'))));
  };
  return (
    <EntryPage title="Sign in">
      {error ? <Banner tone="bad">{error}</Banner> : null}
      {signInOptions?.localAccounts === false ? null : (
        <form onSubmit={submit} ref={form}>
          <TextInput name="login" label="E-mail or user name" autoComplete="username" required />
          <PasswordInput name="password" label="Password" autoComplete="current-password" required />
          <Button type="submit" fullWidth loading={busy}>
            Sign in
          </Button>
          {signInOptions?.passwordReset ? (
            <a href="#/reset" className={styles.aside}>
              Forgot your password?
            </a>
          ) : null}
        </form>
      )}
      {signInOptions?.passkeys && supportsPasskeys() ? (
        <Button variant="default" fullWidth disabled={busy} onClick={() => void enter(() => signInByPasskey(dispatch))}>
          Sign in with a passkey
        </Button>
      ) : null}
      {(signInOptions?.loginUrls ?? []).map(({ name, url }) => (
        <Button key={url} component="a" href={url} variant="default" fullWidth>
          Sign in with {name}
        </Button>
      ))}
    </EntryPage>
  );
}

function ReturnFromProvider({ code }: { readonly code: string }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  useEffect(() => {
    exchangeCode(dispatch, code)
      .then(() => navigate(lastPath() ?? '/', { replace: true }))
      .catch((failure: unknown) => setError(refused(failure)));
  }, [dispatch, navigate, code]);
  return (
    <EntryPage title="Signing in">
      {error ? <Banner tone="bad">{error}</Banner> : <p>One moment…</p>}
      {error ? (
        <Button component="a" href="#/login" fullWidth>
          Back to sign-in
        </Button>
      ) : null}
    </EntryPage>
  );
}
