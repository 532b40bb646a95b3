import { Button } from '@mantine/core';
import { Navigate } from 'react-router-dom';
import { EntryPage } from './EntryPage.tsx';
import { useAppDispatch, useSession } from '../hooks.ts';
import { OwnSecondFactor } from '../secondFactor/OwnSecondFactor.tsx';
import { pageOfPhase } from './phases.ts';
import { lastPath } from '../lastVisit.ts';
import { leave, leaveTenant, startSession } from '../session.ts';

/** `#/second-factor`: people who have set up a second factor present it before anything else. If the firm requires one, everybody does. */
export function SecondFactorPage() {
  const dispatch = useAppDispatch();
  const { phase, tenants } = useSession();
  const onVisible = () => void startSession(dispatch);
  const cancelProps = { cancelLabel: 'Sign out', onCancel: () => void leave(dispatch) };
  if (phase === 'factorRequired') {
    return (
      <EntryPage title="This firm requires a second factor">
        <OwnSecondFactor onVisible={onVisible} {...cancelProps} />
        {tenants.length > 1 ? (
          <Button variant="subtle" onClick={() => leaveTenant(dispatch)}>
            Choose another firm
          </Button>
        ) : null}
      </EntryPage>
    );
  }
  if (phase !== 'factorDue' && phase !== 'starting')
    return <Navigate replace to={pageOfPhase(phase) ?? lastPath() ?? '/'} />;
  return (
    <EntryPage title="Use your second factor">
      <OwnSecondFactor onVisible={onVisible} {...cancelProps} />
    </EntryPage>
  );
}
