import { fileTypes } from '@carrara/contract/core/fileTypes';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { formatInstant } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { useDownload } from '../../../api/download.ts';
import { useRead } from '../../../api/calls.ts';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import { CheckReport } from './CheckReport.tsx';
import { statusTexts, type UploadReport, uploadPath, useUploadModule } from './fileTypes.ts';
import { ConfirmButtons, UploadProgress } from './UploadDialog.tsx';
import { UndoUpload } from './UndoUpload.tsx';
import { useUploadRun } from './useUploadRun.ts';
import { ReadState } from '../../../record/ReadState.tsx';

/** The page of an upload: its progress and its effects. */
export function UploadPage() {
  const { uploadId = '' } = useParams();
  const { data, error, refetch } = useRead('getUpload', { params: { id: uploadId } });
  useRecordCrumb(data?.name, `#${uploadPath(useUploadModule(), uploadId)}`);
  return data ? <Upload checked={data} /> : <ReadState error={error} onRetry={refetch} lines={10} />;
}

function Upload({ checked }: { readonly checked: UploadReport }) {
  const run = useUploadRun(checked);
  const { report, isRunning, failure } = run;
  const download = useDownload();
  return (
    <>
      <ProfileHeader
        name={report.name}
        status={{ code: report.status, description: statusTexts[report.status] }}
        facts={[
          fileTypes[report.fileType].title,
          ...(report.mapping === null ? [] : [`read by ${report.mapping}`]),
          formatInstant(report.createdDate),
          report.createdBy,
        ]}
        actions={
          <>
            <Button variant="default" onClick={() => void download('downloadUpload', { params: { id: report.id } })}>
              Download
            </Button>
            {report.errors.length > 0 ? (
              <Button onClick={() => void download('downloadMarkedUpload', { params: { id: report.id } })}>
                Download with errors marked
              </Button>
            ) : null}
            <UndoUpload report={report} />
            <ConfirmButtons run={run} />
          </>
        }
      />
      <div style={{ marginTop: 12 }}>
        <UploadProgress report={report} isRunning={isRunning} failure={failure} />
        <CheckReport report={report} />
      </div>
    </>
  );
}
