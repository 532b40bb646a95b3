import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useRead, useWrite } from '../../api/calls.ts';
import { failureText } from '../../api/failure.ts';
import { ChosenPasswordForm } from './ChosenPasswordForm.tsx';
import { EntryPage } from './EntryPage.tsx';
import { useAppDispatch } from '../hooks.ts';
import { openReset, signIn } from '../session.ts';

/** `#/reset` requests a link by email. `#/reset/{token}`, the target of that link, asks for the new password. */
export function ResetPage() {
  const { token } = useParams();
  return token ? <ResetByLink key={token} token={token} /> : <LinkRequestForm />;
}

function LinkRequestForm() {
  const { data: signInOptions } = useRead('listLoginUrls', undefined);
  const [prompt, isPrompting] = useWrite('requestPasswordReset');
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const [error, setError] = useState<string>();
  const [isRequested, setRequested] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const login = String(new FormData(event.currentTarget).get('login')).trim();
    if (login === '') return setError('Your e-mail address or user name is required.');
    setError(undefined);
    try {
      await prompt({ body: { login } });
      setRequested(true);
    } catch (failure) {
      setError(failureText(failure));
    }
  };
  return (
    <EntryPage title="Reset your password">
      {error ? <Banner tone="bad">{error}</Banner> : null}
      {signInOptions?.passwordReset === false ? (
        <p>This installation doesn’t send e-mail. Ask an administrator of your firm for a new password.</p>
      ) : isRequested ? (
        <p role="status">
          If an account with that name has a password, a link is on its way to its e-mail address. The link works once,
          within 30 minutes. Check your spam folder too. If no e-mail arrives, ask an administrator of your firm.
        </p>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <TextInput
            name="login"
            label="E-mail or user name"
            autoComplete="username"
            maxLength={320}
            required
            ref={first}
          />
          <Button type="submit" fullWidth loading={isPrompting}>
            E-mail me a link
          </Button>
        </form>
      )}
      <Button component="a" href="#/login" variant="default" fullWidth>
        Back to sign-in
      </Button>
    </EntryPage>
  );
}

function ResetByLink({ token }: { readonly token: string }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [reset] = useWrite('resetPassword');
  const [opened, setOpened] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(() => {
    let isVisible = true;
    openReset(dispatch, token).then(
      () => isVisible && setOpened(true),
      (failure: unknown) => isVisible && setError(failureText(failure)),
    );
    return () => void (isVisible = false);
  }, [dispatch, token]);
  const choose = async (newPassword: string) => {
    const { login } = await reset({ body: { token, newPassword } });
    await navigate('/login', { replace: true });
    // If the sign-in fails, for example after too many attempts, the sign-in page appears.
    await signIn(dispatch, login, newPassword).catch(() => undefined);
  };
  if (error) {
    return (
      <EntryPage title="This link can’t be opened">
        <Banner tone="bad">{error}</Banner>
        <Button component="a" href="#/reset" fullWidth>
          Request another link
        </Button>
        <Button component="a" href="#/login" variant="default" fullWidth>
          Back to sign-in
        </Button>
      </EntryPage>
    );
  }
  if (!opened) return <LoadingState lines={3} label="Opening" />;
  return (
    <EntryPage title="Choose a new password">
      <p>This ends all your sessions. Your second factor stays.</p>
      <ChosenPasswordForm label="Set password" onChosen={choose} />
      <Button component="a" href="#/reset" variant="default" fullWidth>
        Request another link
      </Button>
    </EntryPage>
  );
}
