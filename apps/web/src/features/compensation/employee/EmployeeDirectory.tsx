import type { ListState } from '@carrara/ui/list/listState.ts';
import { RecordList } from '../../../record/list/RecordList.tsx';
import { FirstAccessBanner } from '../../../session/account/FirstAccessBanner.tsx';
import { screensOfRecord } from '../../../record/screens/PlainScreens.tsx';
import { compEmployeeRecord } from './compEmployeeRecord.ts';

const tabs = [
  { id: 'active', title: 'Active' },
  { id: 'all', title: 'All' },
  { id: 'terminated', title: 'Terminated' },
];
const statusOf = ({ tab }: ListState) =>
  tab === 'all' ? {} : { status: tab === 'terminated' ? ('TERMINATED' as const) : ('ACTIVE' as const) };

/** All current and former employees, without pay data. */
export const EmployeeDirectory = () => (
  <>
    <FirstAccessBanner />
    <RecordList record={compEmployeeRecord} tabs={tabs} query={statusOf} />
  </>
);

export const { Editor: EmployeeEditor, Overview: EmployeeOverview } = screensOfRecord(compEmployeeRecord);
