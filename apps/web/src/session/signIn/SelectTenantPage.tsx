import { modules } from '@carrara/contract/core/modules';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useRead } from '../../api/calls.ts';
import { EntryPage } from './EntryPage.tsx';
import { useAppDispatch, useSession } from '../hooks.ts';
import { InvitationCard } from './InvitationCard.tsx';
import { pageOfPhase } from './phases.ts';
import { lastPath } from '../lastVisit.ts';
import { leave, leaveTenant, readTenants, switchTenant } from '../session.ts';
import styles from '../session.module.css';

/** `#/select-tenant`: the firms that the person belongs to, and those that have invited them. Two tabs can be open in two firms. */
export function SelectTenantPage() {
  const { phase } = useSession();
  const dispatch = useAppDispatch();
  // If the page is opened from within a firm, it first leaves that firm. Later, `ready` means that a firm was chosen.
  const [isLeaving, setIsLeaving] = useState(phase !== 'ready');
  if (!isLeaving && phase !== 'ready') setIsLeaving(true);
  useEffect(() => {
    if (!isLeaving) leaveTenant(dispatch);
  }, [isLeaving, dispatch]);
  if (phase === 'ready' && isLeaving) return <Navigate replace to={lastPath() ?? '/'} />;
  const elsewhere = pageOfPhase(phase);
  if (phase !== 'choosing' && elsewhere) return <Navigate replace to={elsewhere} />;
  return phase === 'choosing' ? <Choice /> : <LoadingState lines={3} label="Opening" />;
}

function Choice() {
  const dispatch = useAppDispatch();
  const { tenants } = useSession();
  const { data: invitations = [] } = useRead('listInvitations', undefined);
  return (
    <EntryPage title={invitations.length > 0 ? 'Your firms' : 'Choose a firm'}>
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} onAnswered={() => void readTenants(dispatch)} />
      ))}
      <ul className={styles.tenants}>
        {tenants.map(({ id, name, applications }) => (
          <li key={id}>
            <button type="button" onClick={() => void switchTenant(dispatch, id)}>
              {name}
              <span>{applications.map((application) => modules[application].title).join(', ')}</span>
            </button>
          </li>
        ))}
      </ul>
      <Button variant="default" fullWidth onClick={() => void leave(dispatch)}>
        Sign out
      </Button>
    </EntryPage>
  );
}
