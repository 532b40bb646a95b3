import { displayedFigure } from '@carrara/contract/core/displayedFigure';
import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useParams } from 'react-router-dom';
import { fields, lists } from 'virtual:contract/tables';
import { useDownload } from '../../../api/download.ts';
import type { ScreenProps, ViewProps } from '../../../frame/screenTypes.ts';
import { BasisSelect } from '../../../period/BasisSelect.tsx';
import { useStoredPeriod } from '../../../period/reportingDate.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { OverviewColumns } from '../../../record/profile/OverviewColumns.tsx';
import { toHref } from '../../../record/recordDefinition.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { ReportingEvents } from './ReportingEvents.tsx';
import { ReportingProfile } from './ReportingProfile.tsx';
import { profilePath } from './reportingPages.ts';
import { useReportingFund } from './useReportingRecord.ts';

const family = lists.getReportingFund;
const holdings = lists.listReportingFundInvestments;

const figures = [
  { field: 'commitment', label: 'Commitment', kind: 'money' },
  { field: 'contributions', label: 'Contributions', kind: 'money' },
  { field: 'distributions', label: 'Distributions', kind: 'money' },
  { field: 'nav', label: 'NAV', kind: 'money' },
  { field: 'irr', label: 'Net IRR', kind: 'return' },
  { field: 'tvpi', label: 'TVPI', kind: 'multiple' },
] as const;
const fieldNames = {
  overview: ['legalName', 'firm', 'fundFamily', 'sectors', 'currency', 'vintageYear'],
  terms: ['initialCloseDate', 'finalCloseDate', 'liquidationDate', 'escrowReleaseDate'],
} as const;

/** The read-only page of a fund or coinvestment. */
export function ReportingFund({ screen }: ScreenProps) {
  const { id = '' } = useParams();
  const { date, basis, chooseBasis, data, error, refetch } = useReportingFund(id);
  const download = useDownload();
  if (!data) return <ReadState error={error} onRetry={refetch} lines={10} />;
  const { endDate } = date;
  return (
    <ReportingProfile
      screen={screen}
      subject="fund"
      id={id}
      name={data.fundName}
      facts={[data.fundCode, data.kindName, ...(data.isoCode ? [data.isoCode] : [])]}
      figures={figures.map(({ field, label, kind }) => ({ label, ...displayedFigure({ field, kind }, data) }))}
      note={[data.contradiction, data.excessNote].flatMap((note) => note ?? []).join(' ') || null}
      date={date}
      tools={<BasisSelect value={basis} onChange={chooseBasis} />}
      actions={
        endDate ? (
          <Button
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => void download('printReportingFund', { params: { id, date: endDate }, query: { basis } })}
          >
            PDF
          </Button>
        ) : null
      }
    />
  );
}

/** The facts of the fund, and its figures next to those of its coinvestments. */
export function ReportingFundOverview({ id }: ViewProps) {
  const { date, basis, data } = useReportingFund(id);
  const periodQuery = useStoredPeriod();
  if (!data) return <LoadingState lines={10} />;
  return (
    <OverviewColumns
      main={
        <RecordTable
          list={family}
          params={{ id }}
          query={() => ({ endDate: date.endDate, basis })}
          embedded
          rowHref={({ fundId }) =>
            fundId === id ? undefined : toHref(profilePath('fund', String(fundId))) + periodQuery
          }
        />
      }
      aside={<FieldGroups fields={fields.vehicleRecordFields} record={data} only={fieldNames.overview} />}
    />
  );
}

/** The holdings at the viewed period. */
export function ReportingFundInvestments({ id }: ViewProps) {
  const { date } = useReportingFund(id);
  const periodQuery = useStoredPeriod();
  return (
    <RecordTable
      list={holdings}
      params={{ id }}
      query={() => ({ endDate: date.endDate })}
      embedded
      rowHref={({ investmentId }) => toHref(profilePath('investment', String(investmentId))) + periodQuery}
    />
  );
}

/** The cash flows of the fund, or of all funds. */
export function ReportingFundEvents({ id }: ViewProps) {
  const { date } = useReportingFund(id);
  return <ReportingEvents subject="fund" id={id} endDate={date.endDate} />;
}

const termColumns = [
  { field: 'name', kind: 'text', title: 'Term' },
  { field: 'value', kind: 'text', title: 'Agreed' },
] as const;

/** The fee and carry terms of the fund, and its dates. */
export function ReportingFundTerms({ id }: ViewProps) {
  const { data } = useReportingFund(id);
  if (!data) return <LoadingState lines={10} />;
  return (
    <OverviewColumns
      main={
        <Panel title="Fees and carry" flush>
          {data.terms.some(({ value }) => value !== null) ? (
            <DataTable label="Fees and carry" columns={termColumns} rows={data.terms} rowKey={({ code }) => code} />
          ) : (
            <EmptyState text="No terms have been entered for this fund." />
          )}
        </Panel>
      }
      aside={<FieldGroups fields={fields.vehicleRecordFields} record={data} only={fieldNames.terms} />}
    />
  );
}
