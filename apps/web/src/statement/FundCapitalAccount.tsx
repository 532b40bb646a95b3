import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { useRead } from '../api/calls.ts';
import type { ViewProps } from '../frame/screenTypes.ts';
import { useReportingDate } from '../period/reportingDate.ts';
import { PeriodTools } from '../period/PeriodTools.tsx';
import { ReportingDateSelect } from '../period/ReportingDateSelect.tsx';
import { Stack } from '../record/Stack.tsx';
import { CapitalAccount } from './CapitalAccount.tsx';
import { NoReportingData } from './NoReportingData.tsx';
import { StatementFiles } from './StatementFiles.tsx';

/** The capital account of a fund, as a tab of its profile. */
export function FundCapitalAccount({ id }: ViewProps) {
  const { data } = useRead('listReportingDatesOfFund', { params: { id } });
  const date = useReportingDate(data);
  if (date.hasNoDate) return <NoReportingData subject="fund" />;
  if (date.endDate === undefined) return <LoadingState lines={12} />;
  const { endDate } = date;
  return (
    <Stack>
      <PeriodTools>
        <ReportingDateSelect date={date} />
      </PeriodTools>
      <CapitalAccount
        key={`${id} ${endDate}`}
        fundId={id}
        endDate={endDate}
        actions={<StatementFiles operation="exportCapitalAccount" endDate={endDate} fundId={id} isOfFund />}
      />
    </Stack>
  );
}
