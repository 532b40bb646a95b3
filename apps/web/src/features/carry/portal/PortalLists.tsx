import { useState } from 'react';
import { lists } from 'virtual:contract/tables';
import { AsOfInput } from '../../../record/editor/AsOfInput.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';
import { LeavingNote } from './LeavingNote.tsx';
import styles from './portal.module.css';
import { PaidSource } from './PaidSource.tsx';
import { paymentHref } from './portalHome.ts';
import { useHolder } from './useHolder.tsx';

const allocations = lists.listPortalAllocations;
const withoutShares = { ...allocations, columns: allocations.columns.filter(({ field }) => field !== 'effective') };
const distributions = lists.listPortalDistributions;
const forecasts = lists.listPortalForecasts;
const typeNames: Readonly<Record<string, string>> = {
  fund: 'Fund',
  coinvestment: 'Coinvestment',
  investment: 'Investment',
  tranche: 'Tranche',
  vintage: 'Vintage',
};
const ownName = ({ sourceName, sourceHolder }: RecordValue) =>
  nameOfSource({ name: sourceName as string, holder: sourceHolder as string | null });
const sourceCell = {
  sourceName: (row: RecordValue) => <PaidSource name={ownName(row)} through={row['through'] as string | null} />,
};
const allocationCells = {
  sourceName: ownName,
  sourceType: ({ sourceType }: RecordValue) => typeNames[String(sourceType)],
};

/** The participant's allocations, with the vested part of each. */
export function PortalAllocations() {
  const { holder, home, choice } = useHolder();
  const [asOf, setAsOf] = useState<string | null>(null);
  return (
    <RecordTable
      list={home?.displayed.percentages === false ? withoutShares : allocations}
      query={() => ({ holder, ...(asOf ? { asOf } : {}) })}
      cells={allocationCells}
    >
      <div className={styles.tools}>
        {choice}
        <AsOfInput help="Leave blank for today." onChange={setAsOf} />
      </div>
      <LeavingNote holder={home?.holders.find((item) => item.holder === holder)} />
    </RecordTable>
  );
}

/** The participant's payments by source. Each links to the whole distribution. */
export function PortalDistributions() {
  const { holder, choice } = useHolder();
  return (
    <RecordTable
      list={distributions}
      query={() => ({ holder })}
      cells={sourceCell}
      rowHref={({ distributionId }) => paymentHref(String(distributionId), holder)}
    >
      {choice ? <div className={styles.tools}>{choice}</div> : null}
    </RecordTable>
  );
}

/** The participant's expected carry. */
export function PortalForecasts() {
  const { holder, choice } = useHolder();
  return (
    <RecordTable list={forecasts} query={() => ({ holder })} cells={sourceCell}>
      <div className={styles.tools}>
        {choice}
        <p className={styles.quiet}>These are your firm’s estimates. Actual payments may differ.</p>
      </div>
    </RecordTable>
  );
}
