import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { AsOfInput } from '../../../record/editor/AsOfInput.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { CarryAtNav } from '../../../record/profile/CarryAtNav.tsx';
import { LeavingNote } from './LeavingNote.tsx';
import styles from './portal.module.css';
import { useHolder } from './useHolder.tsx';

/** The participant's own carry at NAV on a quarter end, or that of one of their trusts. */
export function PortalCarryAtNav() {
  const { holder, home, choice } = useHolder();
  const [asOf, setAsOf] = useState<string | null>(null);
  const { data, error, refetch } = useRead('getPortalCarryAtNav', { query: { holder, ...(asOf ? { asOf } : {}) } });
  return (
    <Stack>
      <Panel title="Carry at NAV" isPage>
        <div className={styles.tools}>
          {choice}
          <AsOfInput title="Quarter end" help="Leave blank for the latest." onChange={setAsOf} />
        </div>
        <LeavingNote holder={home?.holders.find((item) => item.holder === holder)} />
      </Panel>
      {error?.status === 404 ? <EmptyState text={failureText(error)} /> : null}
      {error && error.status !== 404 ? <ErrorState message={failureText(error)} onRetry={refetch} /> : null}
      {!data && !error ? <LoadingState lines={8} /> : null}
      {data && !error ? (
        <CarryAtNav
          carry={data}
          hidesPoints={home?.displayed.percentages === false}
          hidesAccrued={home?.displayed.estimates === false}
        />
      ) : null}
    </Stack>
  );
}
