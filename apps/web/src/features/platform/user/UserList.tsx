import { personFailures } from '@carrara/domain/platform/roles';
import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { addressInModule } from '../../../address/addressInModule.ts';
import { RecordList } from '../../../record/list/RecordList.tsx';
import { useArchiveSelected } from '../../../record/list/useArchiveSelected.ts';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { useAllowed, useSession } from '../../../session/hooks.ts';
import { settingsGrants } from '../../../session/sessionSlice.ts';
import styles from './user.module.css';
import { userRecord } from './userRecord.ts';

const filters: readonly ListFilter[] = [
  { id: 'show', title: 'Show', allLabel: 'Active', options: [{ value: 'all', label: 'Include archived' }] },
];
const byFilter = ({ filters: chosen }: ListState) => ({ includeInactive: String(chosen['show']?.[0] === 'all') });

/** The users of the firm's tenant. */
export function UserList() {
  const mayEdit = useAllowed('user.edit');
  const { user: self, settings } = useSession();
  const bulkActions = useArchiveSelected<RecordValue>({
    call: 'archiveUsers',
    nameOf: userRecord.nameOf,
    isInactive: (row) => row['isInactive'] === true,
    whyNot: ({ id, status, modules }) => {
      if (id === self?.id) return 'This is your own account.';
      if (status === 'Invited') return 'The invitation is open. Cancel it on the user’s page.';
      return personFailures(settingsGrants(settings), modules as readonly string[])[0]?.detail;
    },
    archived: 'Archived users can’t sign in to this firm until they are restored. Their records stay.',
    restored: 'Restored users can sign in to this firm again.',
    noun: 'user',
  });
  return (
    <RecordList record={userRecord} filters={filters} query={byFilter} {...(mayEdit ? { bulkActions } : {})}>
      <p className={styles.more}>
        <a href={`#${addressInModule('/carry/settings/ApplicationUsers')}`}>Access by application</a>
      </p>
    </RecordList>
  );
}
