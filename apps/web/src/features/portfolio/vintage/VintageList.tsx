import type { ListState } from '@carrara/ui/list/listState.ts';
import type { ListTab } from '@carrara/ui/list/defineList.ts';
import { RecordList } from '../../../record/list/RecordList.tsx';
import { vintageRecord } from './vintageRecord.ts';

const types: Readonly<Record<string, string>> = { shares: 'SHARES', interest: 'INTEREST', variable: 'VARIABLE' };
const tabs: readonly ListTab[] = [
  { id: 'shares', title: 'Vintage Shares' },
  { id: 'interest', title: 'Profile Interest' },
  { id: 'variable', title: 'Variable' },
];
const ofType = ({ tab }: ListState) => ({ type: types[tab ?? 'shares'] ?? 'SHARES' });

/** The list of vintages, with tabs for the unit of their shares. */
export function VintageList() {
  return <RecordList record={vintageRecord} tabs={tabs} query={ofType} />;
}
