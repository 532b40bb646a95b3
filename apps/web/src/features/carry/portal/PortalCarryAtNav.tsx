import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useState } from 'react';
import { skipToken, useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { AsOfInput } from '../../../record/editor/AsOfInput.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { CarryAtNav, type NavExplanations } from '../../../record/profile/CarryAtNav.tsx';
import { CarryWhatIf, useCarryWhatIf } from '../../../record/profile/CarryWhatIf.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';
import { LeavingNote } from './LeavingNote.tsx';
import styles from './portal.module.css';
import { useHolder } from './useHolder.tsx';

/** The participant's own carry at NAV on a quarter end, or that of one of their trusts. */
export function PortalCarryAtNav() {
  const { holder, home, choice } = useHolder();
  const [asOf, setAsOf] = useState<string | null>(null);
  const query = { holder, ...(asOf ? { asOf } : {}) };
  const whatIf = useCarryWhatIf();
  const atNav = useRead('getPortalCarryAtNav', { query });
  const changed = useRead('getPortalCarryAtNav', whatIf.query ? { query: { ...query, ...whatIf.query } } : skipToken);
  const dispatch = useAppDispatch();
  const question = { ...query, ...whatIf.query };
  const explanations: NavExplanations = {
    key: JSON.stringify(question),
    load: (figure) => readExplanation(dispatch, 'explainPortalCarryAtNav', { query: { ...question, ...figure } }),
  };
  const { data, error, refetch } = whatIf.query ? changed : atNav;
  return (
    <Stack>
      <Panel title="Carry at NAV" isPage>
        <div className={styles.tools}>
          {choice}
          <AsOfInput title="Quarter end" help="Leave blank for the latest." onChange={setAsOf} />
        </div>
        <LeavingNote holder={home?.holders.find((item) => item.holder === holder)} />
      </Panel>
      {atNav.data && !atNav.error ? <CarryWhatIf {...whatIf} funds={atNav.data.funds} /> : null}
      {error?.status === 404 ? <EmptyState text={failureText(error)} /> : null}
      {error && error.status !== 404 ? <ErrorState message={failureText(error)} onRetry={refetch} /> : null}
      {!data && !error ? <LoadingState lines={8} /> : null}
      {data && !error ? (
        <CarryAtNav
          carry={data}
          explanations={explanations}
          unchanged={whatIf.query && atNav.data}
          hidesPoints={home?.displayed.percentages === false}
          hidesAccrued={home?.displayed.estimates === false}
        />
      ) : null}
    </Stack>
  );
}
