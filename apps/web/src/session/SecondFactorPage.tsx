import { Navigate } from 'react-router-dom';
import { EntryPage } from './EntryPage.tsx';
import { useAppDispatch, useSession } from './hooks.ts';
import { placeOf } from './phases.ts';
import { lastPath } from './remembered.ts';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { leave, startSession } from './session.ts';

/** `#/second-factor`: whoever has set one up shows it before anything else. */
export function SecondFactorPage() {
  const dispatch = useAppDispatch();
  const { phase } = useSession();
  if (phase !== 'factorDue' && phase !== 'starting')
    return <Navigate replace to={placeOf(phase) ?? lastPath() ?? '/'} />;
  return (
    <EntryPage title="Show your second factor">
      <SecondFactorForm
        onConfirmed={() => void startSession(dispatch)}
        cancelLabel="Sign out"
        onCancel={() => void leave(dispatch)}
      />
    </EntryPage>
  );
}
