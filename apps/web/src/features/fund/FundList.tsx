import type { ListTab } from '@carrara/ui/list';
import { useSearchParams } from 'react-router-dom';
import { RecordList } from '../../record/RecordList.tsx';
import { coinvestmentRecord } from './coinvestmentRecord.ts';
import { fundRecord } from './fundRecord.ts';
import styles from './fund.module.css';

const tabs: readonly ListTab[] = [
  { id: 'all', title: 'All' },
  { id: 'funds', title: 'Funds' },
  { id: 'coinvestments', title: 'Coinvestments' },
];

/** Funds, coinvestments, or both, one below the other. */
export function FundList() {
  const [query] = useSearchParams();
  const tab = query.get('tab') ?? 'all';
  if (tab === 'coinvestments') return <RecordList record={coinvestmentRecord} tabs={tabs} />;
  if (tab === 'funds') return <RecordList record={fundRecord} tabs={tabs} />;
  return (
    <div className={styles.both}>
      <RecordList record={fundRecord} tabs={tabs} />
      <section aria-label="Coinvestments">
        <h2 className={styles.title}>Coinvestments</h2>
        <RecordList record={coinvestmentRecord} ownState embedded />
      </section>
    </div>
  );
}
