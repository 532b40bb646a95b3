import { modulesNotAdministered } from '@carrara/domain/platform/roles';
import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { RecordList } from '../../../record/list/RecordList.tsx';
import { useArchiveSelected } from '../../../record/list/useArchiveSelected.ts';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { useAllowed, useSession } from '../../../session/hooks.ts';
import { settingsGrants } from '../../../session/sessionSlice.ts';
import { groupRecord } from './groupRecord.ts';

const filters: readonly ListFilter[] = [
  { id: 'show', title: 'Show', allLabel: 'Active', options: [{ value: 'all', label: 'Include archived' }] },
];
const byFilter = ({ filters: chosen }: ListState) => ({ includeInactive: String(chosen['show']?.[0] === 'all') });

/** The list of groups. A group gives its roles to its members. */
export function GroupList() {
  const mayEdit = useAllowed('group.edit');
  const { settings } = useSession();
  const bulkActions = useArchiveSelected<RecordValue>({
    call: 'archiveGroups',
    nameOf: groupRecord.nameOf,
    isInactive: (row) => row['isInactive'] === true,
    whyNot: ({ modules }) => {
      const foreign = modulesNotAdministered(settingsGrants(settings), modules as readonly string[]);
      return foreign.length === 0 ? undefined : `You don’t administer ${foreign.join(' and ')}.`;
    },
    archived: 'The members lose the roles that these groups give. The roles return if you restore the groups.',
    restored: 'The members get the roles of these groups again.',
    noun: 'group',
  });
  return <RecordList record={groupRecord} filters={filters} query={byFilter} {...(mayEdit ? { bulkActions } : {})} />;
}
