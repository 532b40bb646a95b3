import { Banner, DialogActions, DialogFrame, openDialog, ProgressPanel, toastSuccess } from '@carrara/ui/feedback';
import { FileDrop } from '@carrara/ui/form';
import { Button, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useDownload } from '../../../api/download.ts';
import { useWrite } from '../../../api/calls.ts';
import { failureText, isFailure } from '../../../api/failure.ts';
import { type FileType, fileTypeTitles, type UploadReport } from './fileTypes.ts';
import { CheckReport } from './CheckReport.tsx';
import { useUploadRun } from './useUploadRun.ts';

/** Asks for a file, shows what it would do, does it when that is confirmed. */
export const openUploadDialog = (types: readonly FileType[], first?: FileType): Promise<void> =>
  openDialog<void>((close) => <UploadDialog types={types} first={first} onClose={close} />);

const mostBytes = 26_214_400;
const closeDelayMilliseconds = 800;

interface UploadDialogProps {
  readonly types: readonly FileType[];
  readonly first: FileType | undefined;
  readonly onClose: () => void;
}

function UploadDialog({ types, first, onClose }: UploadDialogProps) {
  const [report, setReport] = useState<UploadReport>();
  const [type, setType] = useState<FileType>(first ?? types[0] ?? 'carry-plan');
  const title = report ? `Upload ${report.fileName}` : 'Upload';
  return (
    <DialogFrame title={title} onClose={onClose} size="xl">
      {report ? (
        <Confirmation report={report} onClose={onClose} onAnother={() => setReport(undefined)} />
      ) : (
        <FileChoice types={types} type={type} onType={setType} onChecked={setReport} onClose={onClose} />
      )}
    </DialogFrame>
  );
}

interface FileChoiceProps {
  readonly types: readonly FileType[];
  readonly type: FileType;
  readonly onType: (type: FileType) => void;
  readonly onChecked: (report: UploadReport) => void;
  readonly onClose: () => void;
}

export function FileChoice({ types, type, onType, onChecked, onClose }: FileChoiceProps) {
  const [check, isChecking] = useWrite('uploadFile');
  const [error, setError] = useState<string>();
  const download = useDownload();
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    setError(undefined);
    try {
      onChecked(await check({ params: { fileType: type }, file }));
    } catch (failure) {
      setError(isFailure(failure) && failure.message ? failureText(failure) : 'Error uploading data.');
    }
  };
  return (
    <>
      {error ? <Banner tone="bad">{error}</Banner> : null}
      {types.length > 1 ? (
        <Select
          label="What it is"
          data={types.map((one) => ({ value: one, label: fileTypeTitles[one] }))}
          value={type}
          allowDeselect={false}
          disabled={isChecking}
          onChange={(one) => onType(types.find((each) => each === one) ?? type)}
          mb="md"
        />
      ) : null}
      <FileDrop
        label={`${fileTypeTitles[type]} workbook`}
        hint={isChecking ? 'initialization...' : 'Drop an Excel workbook here or choose one, up to 25 MB'}
        endings={['.xlsx']}
        maxBytes={mostBytes}
        busy={isChecking}
        onFiles={(files) => void take(files)}
      />
      <DialogActions>
        <Button variant="subtle" onClick={() => void download('downloadTemplate', { params: { fileType: type } })}>
          Download the empty template
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </>
  );
}

interface ConfirmationProps {
  readonly report: UploadReport;
  readonly onClose: () => void;
  readonly onAnother: () => void;
}

export function Confirmation({ report: checked, onClose, onAnother }: ConfirmationProps) {
  const run = useUploadRun(checked);
  const { report, isRunning, failure } = run;
  const isDone = report.status === 'DONE';
  const download = useDownload();
  useEffect(() => {
    if (!isDone) return;
    toastSuccess('Data successfully uploaded.');
    const timer = setTimeout(onClose, closeDelayMilliseconds);
    return () => clearTimeout(timer);
  }, [isDone, onClose]);
  return (
    <>
      <UploadProgress report={report} isRunning={isRunning} failure={failure} />
      <CheckReport report={report} />
      <DialogActions>
        {report.errors.length > 0 ? (
          <Button variant="subtle" onClick={() => void download('downloadMarkedUpload', { params: { id: report.id } })}>
            Download with errors marked
          </Button>
        ) : null}
        {isDone || isRunning ? null : (
          <Button variant="default" onClick={onAnother}>
            Choose another file
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {isDone || isRunning ? 'Close' : 'Cancel'}
        </Button>
        {run.canConfirm ? (
          <Button loading={isRunning} onClick={() => void run.confirm()}>
            Confirm
          </Button>
        ) : null}
      </DialogActions>
    </>
  );
}

export interface UploadProgressProps {
  readonly report: UploadReport;
  readonly isRunning: boolean;
  readonly failure: string | undefined;
}

/** How far the upload is, in words and as a bar. */
export function UploadProgress({ report, isRunning, failure }: UploadProgressProps) {
  if (failure)
    return <ProgressPanel title="Upload" done={report.progress} total={100} outcome="failed" detail={failure} />;
  if (report.status === 'DONE')
    return (
      <ProgressPanel title="Upload" done={100} total={100} outcome="finished" detail="Data successfully uploaded." />
    );
  if (!isRunning) return null;
  const detail = report.progress === 0 ? 'initialization...' : 'Records are written in one transaction';
  return <ProgressPanel title="Upload" done={report.progress} total={100} detail={detail} />;
}
