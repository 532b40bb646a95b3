import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { RecordList } from '../../../record/list/RecordList.tsx';
import { groupRecord } from './groupRecord.ts';

const filters: readonly ListFilter[] = [
  { id: 'show', title: 'Show', allLabel: 'Active', options: [{ value: 'all', label: 'Include archived' }] },
];
const byFilter = ({ filters: chosen }: ListState) => ({ includeInactive: String(chosen['show']?.[0] === 'all') });

/** The list of groups. A group gives its roles to its members. */
export function GroupList() {
  return <RecordList record={groupRecord} filters={filters} query={byFilter} />;
}
