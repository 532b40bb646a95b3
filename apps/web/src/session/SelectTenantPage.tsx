import { modules } from '@carrara/contract/modules';
import { Button } from '@mantine/core';
import { Navigate } from 'react-router-dom';
import { EntryPage } from './EntryPage.tsx';
import { useAppDispatch, useSession } from './hooks.ts';
import { lastPath } from './remembered.ts';
import { leave, openTenant } from './session.ts';
import styles from './session.module.css';

/** `#/select-tenant`: the firms that the person belongs to. Two tabs can be in two of them. */
export function SelectTenantPage() {
  const dispatch = useAppDispatch();
  const { phase, tenants } = useSession();
  if (phase === 'signedOut') return <Navigate replace to="/login" />;
  if (phase === 'ready') return <Navigate replace to={lastPath() ?? '/'} />;
  return (
    <EntryPage title="Select a tenant">
      <ul className={styles.tenants}>
        {tenants.map(({ id, name, applications }) => (
          <li key={id}>
            <button type="button" onClick={() => void openTenant(dispatch, id)}>
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
