import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { EntryPage } from './EntryPage.tsx';
import { useAppDispatch, useSession } from '../hooks.ts';
import { leave, startSession } from '../session.ts';
import { phaseChanged } from '../sessionSlice.ts';

/** The texts of pages that end a sign-in, by path. */
export const notices = {
  '/no-applications': {
    title: 'No applications',
    text: 'Your account is not assigned to any application of this tenant. Ask an administrator to add one. You have been signed out.',
  },
  '/settings-load-failure': {
    title: 'Settings couldn’t be loaded',
    text: 'The settings of the tenant couldn’t be loaded, so nothing can be displayed. You have been signed out. Please try again.',
  },
  '/user-not-found': {
    title: 'User not found',
    text: 'You signed in, but there is no user with that name. Ask an administrator to add you.',
  },
  '/force-logout': { title: 'Signed out', text: 'You have been signed out of Carrara.' },
} as const;

/** Explains a problem, with a link back to the sign-in. */
export function NoticePage({ path }: { readonly path: keyof typeof notices }) {
  const dispatch = useAppDispatch();
  const { phase } = useSession();
  const mustLeave = phase === 'ready' || phase === 'choosing';
  useEffect(() => {
    if (mustLeave) void leave(dispatch);
  }, [dispatch, mustLeave]);
  const { title, text } = notices[path];
  return (
    <EntryPage title={title}>
      <p>{text}</p>
      <Button component="a" href="#/login" fullWidth onClick={() => void dispatch(phaseChanged('signedOut'))}>
        Sign in
      </Button>
    </EntryPage>
  );
}

export function UnreachablePage() {
  const dispatch = useAppDispatch();
  return (
    <EntryPage title="No connection">
      <p>API Server is currently unavailable. Please notify support</p>
      <Button fullWidth onClick={() => void startSession(dispatch)}>
        Try again
      </Button>
    </EntryPage>
  );
}
