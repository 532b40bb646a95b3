import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { formatInstantAndZone } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useWrite } from '../../api/calls.ts';
import { failureText } from '../../api/failure.ts';
import type { Answer } from '../../api/operations.ts';
import { ChosenPasswordForm } from './ChosenPasswordForm.tsx';
import { EntryPage } from './EntryPage.tsx';
import { useAppDispatch, useSession } from '../hooks.ts';
import { rememberMailedInvitation } from './mailedInvitation.ts';
import { leaveTenant, openInvitation, signIn } from '../session.ts';

type Opened = Answer<'openInvitation'>;

/** `#/invitation/{token}`, the target of an emailed invitation. New people choose a password, and others sign in with their account. */
export function InvitationPage() {
  const { token = '' } = useParams();
  const dispatch = useAppDispatch();
  const [opened, setOpened] = useState<Opened>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    let isVisible = true;
    openInvitation(dispatch, token).then(
      (found) => isVisible && setOpened(found),
      (failure: unknown) => isVisible && setError(failureText(failure)),
    );
    return () => void (isVisible = false);
  }, [dispatch, token]);
  if (error) {
    return (
      <EntryPage title="This invitation can’t be opened">
        <Banner tone="bad">{error}</Banner>
        <p>If you have already accepted it, sign in. Otherwise, ask for a new invitation.</p>
        <Button component="a" href="#/login" fullWidth>
          Sign in
        </Button>
      </EntryPage>
    );
  }
  if (!opened) return <LoadingState lines={3} label="Opening" />;
  return (
    <EntryPage title={`Join ${opened.tenantName}`}>
      <p>
        {opened.tenantName} invites you to join. Your login is <strong>{opened.login}</strong>. The invitation ends on{' '}
        {formatInstantAndZone(opened.expiresDate)}.
      </p>
      {opened.choosesPassword ? <JoinAsNew token={token} login={opened.login} /> : <JoinWithAccount token={token} />}
    </EntryPage>
  );
}

function JoinAsNew({ token, login }: { readonly token: string; readonly login: string }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [join] = useWrite('joinByInvitation');
  const choose = async (newPassword: string) => {
    await join({ body: { token, newPassword } });
    await navigate('/login', { replace: true });
    await signIn(dispatch, login, newPassword).catch(() => undefined);
  };
  return <ChosenPasswordForm login={login} label="Accept and join" onChosen={choose} />;
}

function JoinWithAccount({ token }: { readonly token: string }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { phase } = useSession();
  const isIn = phase === 'ready' || phase === 'choosing';
  const continueSignIn = () => {
    rememberMailedInvitation(token);
    if (isIn) leaveTenant(dispatch);
    void navigate(isIn ? '/select-tenant' : '/login');
  };
  return (
    <>
      <p>You already have an account. Sign in to it, then accept the invitation.</p>
      <Button fullWidth onClick={continueSignIn}>
        {isIn ? 'Continue' : 'Sign in'}
      </Button>
    </>
  );
}
