import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { useState } from 'react';
import { StateComparison } from './StateComparison.tsx';
import { stateKey } from './stateNames.ts';
import { StateList } from './StateList.tsx';
import styles from './allocationProfile.module.css';

/**
 * Every state of the container's profiles, newest first, and the differences of any two. Starts with the latest state of this profile and the one it
 * is based on.
 */
export function ProfileHistory({ id }: ViewProps) {
  const { data: states } = useRead('getAllocationProfileHistory', { params: { id } });
  const [chosen, setChosen] = useState<{ readonly from?: string; readonly to?: string }>({});
  if (!states) return <LoadingState />;
  const latest = states.find(({ profileId }) => profileId === id);
  if (!latest) return <EmptyState />;
  const to = states.find((state) => stateKey(state) === chosen.to) ?? latest;
  const from = states.find((state) => stateKey(state) === chosen.from);
  return (
    <div className={styles.revisions}>
      <StateList
        states={states}
        profileId={id}
        current={stateKey(to)}
        onCompare={(state) => setChosen({ to: stateKey(state) })}
      />
      <StateComparison id={id} states={states} from={from} to={to} onChoose={setChosen} />
    </div>
  );
}
