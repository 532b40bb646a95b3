import { Navigate } from 'react-router-dom';
import { EntryPage } from './EntryPage.tsx';
import { useAppDispatch, useSession } from '../hooks.ts';
import { PasswordForm } from '../account/PasswordForm.tsx';
import { pageOfPhase } from './phases.ts';
import { lastPath } from '../lastVisit.ts';
import { leave, startSession } from '../session.ts';

const note = 'At least 12 characters that are hard to guess, such as four unrelated words. Nobody else will know it.';

/** `#/new-password`: after signing in with a password from an administrator, a person first has to choose one of their own. */
export function NewPasswordPage() {
  const dispatch = useAppDispatch();
  const { phase } = useSession();
  if (phase !== 'passwordDue' && phase !== 'starting')
    return <Navigate replace to={pageOfPhase(phase) ?? lastPath() ?? '/'} />;
  return (
    <EntryPage title="Choose your password">
      <p>Your first password works only once. Choose your own password to continue.</p>
      <PasswordForm
        present="First password"
        note={note}
        onChanged={() => void startSession(dispatch)}
        cancelLabel="Sign out"
        onCancel={() => void leave(dispatch)}
      />
    </EntryPage>
  );
}
