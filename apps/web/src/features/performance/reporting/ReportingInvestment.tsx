import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { useParams } from 'react-router-dom';
import { fields, lists } from 'virtual:contract/tables';
import type { ScreenProps, ViewProps } from '../../../frame/screenTypes.ts';
import { useStoredPeriod } from '../../../period/reportingDate.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { OverviewColumns } from '../../../record/profile/OverviewColumns.tsx';
import { toHref } from '../../../record/recordDefinition.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { ReportingEvents } from './ReportingEvents.tsx';
import { ReportingProfile } from './ReportingProfile.tsx';
import { profilePath } from './reportingPages.ts';
import { useReportingInvestment } from './useReportingRecord.ts';

const holders = lists.getReportingInvestment;
const fieldNames = ['code', 'legalName', 'type', 'status', 'sector', 'industries', 'initialInvestmentDate'];

/** The read-only page of an investment. */
export function ReportingInvestment({ screen }: ScreenProps) {
  const { id = '' } = useParams();
  const { date, data, error, refetch } = useReportingInvestment(id);
  if (!data) return <ReadState error={error} onRetry={refetch} lines={10} />;
  const facts = [data.code, data.sector?.description, data.country?.description].filter((fact) => !!fact);
  return (
    <ReportingProfile
      screen={screen}
      subject="investment"
      id={id}
      name={data.investmentName}
      facts={facts}
      figures={[]}
      date={date}
    />
  );
}

/** The facts of the investment, and the shares of each fund and coinvestment in it. */
export function ReportingInvestmentOverview({ id }: ViewProps) {
  const { date, data } = useReportingInvestment(id);
  const periodQuery = useStoredPeriod();
  if (!data) return <LoadingState lines={10} />;
  return (
    <OverviewColumns
      main={
        <RecordTable
          list={holders}
          params={{ id }}
          query={() => ({ endDate: date.endDate })}
          embedded
          rowHref={({ vehicle }) => toHref(profilePath('fund', (vehicle as { readonly id: string }).id)) + periodQuery}
        />
      }
      aside={<FieldGroups fields={fields.performanceInvestmentFields} record={data} only={fieldNames} />}
    />
  );
}

/** The cash flows of the investment. */
export function ReportingInvestmentEvents({ id }: ViewProps) {
  const { date } = useReportingInvestment(id);
  return <ReportingEvents subject="investment" id={id} endDate={date.endDate} />;
}
