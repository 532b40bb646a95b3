import type { ListState, ListTab } from '@carrara/ui/list';
import { RecordList } from '../../record/RecordList.tsx';
import { taxRecord } from './taxRecord.ts';

const tabs: readonly ListTab[] = [
  { id: 'active', title: 'Active' },
  { id: 'archived', title: 'Archived' },
];
const byTab = ({ tab }: ListState) => (tab === 'archived' ? { includeInactive: 'true', onlyInactive: 'true' } : {});

export function TaxList() {
  return <RecordList record={taxRecord} tabs={tabs} query={byTab} />;
}
