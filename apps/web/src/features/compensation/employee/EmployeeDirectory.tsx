import type { ListState } from '@carrara/ui/list/listState.ts';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { EmploymentSteps } from '../../../record/profile/EmploymentSteps.tsx';
import { Stack } from '../../../record/Stack.tsx';
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

const { Editor, Overview } = screensOfRecord(compEmployeeRecord);
export const EmployeeEditor = Editor;

/** The employee's data, and the employment with earlier leavings and rehires. */
export function EmployeeOverview({ id }: ViewProps) {
  const { data } = useRead('getCompEmployee', { params: { id } });
  return (
    <Stack>
      <Overview id={id} />
      <EmploymentSteps steps={data?.employment ?? []} />
    </Stack>
  );
}
