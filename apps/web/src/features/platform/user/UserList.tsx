import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { hereIn } from '../../../address/hereIn.ts';
import { RecordList } from '../../../record/list/RecordList.tsx';
import styles from './user.module.css';
import { userRecord } from './userRecord.ts';

const filters: readonly ListFilter[] = [
  { id: 'show', title: 'Show', allLabel: 'Active', options: [{ value: 'all', label: 'Include archived' }] },
];
const byFilter = ({ filters: chosen }: ListState) => ({ includeInactive: String(chosen['show']?.[0] === 'all') });

/** The users of the firm's tenant. */
export function UserList() {
  return (
    <RecordList record={userRecord} filters={filters} query={byFilter}>
      <p className={styles.more}>
        <a href={`#${hereIn('/carry/settings/ApplicationUsers')}`}>Access by application</a>
      </p>
    </RecordList>
  );
}
