import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { formatInstant } from '@carrara/ui/value/formatDate.ts';
import { useParams } from 'react-router-dom';
import { reportEntries } from 'virtual:contract/reports';
import { lists } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { failureText } from '../../../api/failure.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { FormatMenu } from '../../../report/FileMenu.tsx';
import { reportPath } from '../../../report/reportPaths.ts';

const runs = lists.listReportRuns;

/** The stored report runs, newest first. */
export const ReportRuns = () => (
  <RecordTable list={runs} rowHref={(row) => `#/performance/report/run/${String(row.id)}`} />
);

const fields = {
  parametersText: { kind: 'longText', title: 'Parameters' },
  description: { kind: 'longText', title: 'Description' },
  asOfSequence: { kind: 'count', title: 'As of audit log entry' },
  rowCount: { kind: 'count', title: 'Rows' },
  engineVersion: { kind: 'text', title: 'Engine' },
  figuresHash: { kind: 'text', title: 'SHA-256 of the figures' },
} as const;

/** A report run: its parameters, whether it would still give the same result, and a link to its figures. */
export function ReportRunScreen() {
  const { id = '' } = useParams();
  const { data: run, error, refetch } = useRead('getReportRun', { params: { id } });
  const download = useDownload();
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!run) return <LoadingState lines={6} />;
  const same = {
    true: { code: 'SAME', description: 'Same figures' },
    false: { code: 'DIFFERS', description: 'Figures differ' },
    null: { code: 'OTHER', description: 'Computed with earlier rules' },
  }[String(run.isSame) as 'true' | 'false' | 'null'];
  return (
    <Stack>
      <ProfileHeader
        name={run.title}
        status={same}
        facts={[`Run on ${formatInstant(run.createdDate)}`, ...(run.createdBy ? [`by ${run.createdBy}`] : [])]}
        actions={
          <>
            <Button component="a" href={pathOf(run)} leftSection={<IconExternalLink size={15} aria-hidden />}>
              Open the report
            </Button>
            <FormatMenu
              onExport={(format) => void download('downloadReportRun', { params: { id }, query: { format } })}
            />
          </>
        }
      />
      <FieldGroups fields={fields} record={run} />
    </Stack>
  );
}

interface Run {
  readonly report: string;
  readonly asOfSequence: number;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
}
/** Returns the address of the report with the same parameters and the data as of that time. */
function pathOf({ report, parameters, asOfSequence }: Run): string {
  const own = reportEntries.find(({ name }) => name === report);
  const path = own ? reportPath(own) : `/performance/report/${report}`;
  const query = new URLSearchParams(parameters.map(({ name, value }) => [name, value]));
  query.set('asKnownOn', String(asOfSequence));
  return `#${path}?${query.toString()}`;
}
