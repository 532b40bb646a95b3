import {
  type FileType,
  fileTypes,
  importEndings,
  isMapped,
  type MappedType,
  megabytes,
  usualUploadBytes,
} from '@carrara/contract/core/fileTypes';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { ProgressPanel } from '@carrara/ui/feedback/ProgressPanel.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { FileDrop } from '@carrara/ui/form/FileDrop.tsx';
import { isHeadingReason } from '@carrara/domain/platform/upload';
import { Button, SegmentedControl, Select } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import type { StateWithLive } from '../../../live/liveSlice.ts';
import { useDownload } from '../../../api/download.ts';
import { useRead, useWrite } from '../../../api/calls.ts';
import { failureText, isFailure } from '../../../api/failure.ts';
import { type UploadModule, type UploadReport } from './fileTypes.ts';
import { CheckReport } from './CheckReport.tsx';
import { uploadedText, type UploadRun, useUploadRun } from './useUploadRun.ts';

/** Opens a dialog that uploads a file: it displays the effects and carries them out after a confirmation. */
export const openUploadDialog = (types: readonly FileType[], module: UploadModule, first?: FileType): Promise<void> =>
  openDialog<void>((close) => <UploadDialog types={types} module={module} first={first} onClose={close} />);

/** Loaded lazily, because it contains the rules of the template. */
const IlpaMapping = lazy(async () => ({ default: (await import('./IlpaMapping.tsx')).IlpaMapping }));

const mostBytes = 26_214_400;
const closeDelayMilliseconds = 800;

interface UploadDialogProps {
  readonly types: readonly FileType[];
  readonly module: UploadModule;
  readonly first: FileType | undefined;
  readonly onClose: () => void;
}

function UploadDialog({ types, module, first, onClose }: UploadDialogProps) {
  const [report, setReport] = useState<UploadReport>();
  const [type, setType] = useState<FileType>(first ?? types[0] ?? 'carry-plan');
  // Stays when another file is chosen.
  const [mapping, setMapping] = useState<string | null>(null);
  const title = report ? `Upload ${report.name}` : 'Upload';
  return (
    <DialogFrame title={title} onClose={onClose} size="xl">
      {report ? (
        <Confirmation report={report} onClose={onClose} onAnother={() => setReport(undefined)} />
      ) : (
        <FileChoice
          types={types}
          module={module}
          type={type}
          onType={setType}
          mapping={mapping}
          onMapping={setMapping}
          onChecked={setReport}
          onClose={onClose}
        />
      )}
    </DialogFrame>
  );
}

interface FileChoiceProps {
  readonly types: readonly FileType[];
  readonly module: UploadModule;
  readonly type: FileType;
  readonly onType: (type: FileType) => void;
  /** The mapping template for the file; null for the product's own headings. */
  readonly mapping: string | null;
  readonly onMapping: (id: string | null) => void;
  readonly onChecked: (report: UploadReport) => void;
  readonly onClose: () => void;
}

/** The choice of a file. If files in ILPA's layout are accepted, a second view explains how they are read. */
export function FileChoice(props: FileChoiceProps) {
  const [view, setView] = useState('Upload');
  if (!props.types.includes('capital-account')) return <ChosenFile {...props} />;
  return (
    <>
      <SegmentedControl aria-label="View" data={['Upload', 'ILPA Mapping']} value={view} onChange={setView} mb="md" />
      {view === 'Upload' ? (
        <ChosenFile {...props} />
      ) : (
        <Suspense fallback={<LoadingState lines={6} />}>
          <IlpaMapping />
        </Suspense>
      )}
    </>
  );
}

function ChosenFile({ types, module, type, onType, mapping, onMapping, onChecked, onClose }: FileChoiceProps) {
  const [check, isChecking] = useWrite('uploadFile');
  const [checkId, setCheckId] = useState<string>();
  const percent = useSelector(({ live }: StateWithLive) =>
    live.check?.id === checkId ? live.check?.percent : undefined,
  );
  const [error, setError] = useState<string>();
  const download = useDownload();
  const chooseFile = async ([file]: readonly File[]) => {
    if (!file) return;
    setError(undefined);
    const id = crypto.randomUUID();
    setCheckId(id);
    try {
      onChecked(
        await check({
          params: { fileType: type },
          query: { applicationId: module, checkId: id, ...(mapping === null ? {} : { mapping }) },
          file,
        }),
      );
    } catch (failure) {
      setError(isFailure(failure) && failure.message ? failureText(failure) : 'Error uploading data.');
    }
  };
  return (
    <>
      {error ? <ProgressPanel title="Upload" done={0} total={100} outcome="failed" detail={error} /> : null}
      {isChecking && percent !== undefined ? (
        <ProgressPanel title="Upload" done={percent} total={100} detail="Reading and checking the file" />
      ) : null}
      {types.length > 1 ? (
        <Select
          label="File type"
          data={types.map((item) => ({ value: item, label: fileTypes[item].title }))}
          value={type}
          allowDeselect={false}
          disabled={isChecking}
          onChange={(next) => {
            onType(types.find((each) => each === next) ?? type);
            onMapping(null);
          }}
          mb="md"
        />
      ) : null}
      {isMapped(type) ? (
        <MappingChoice type={type} module={module} value={mapping} onChange={onMapping} disabled={isChecking} />
      ) : null}
      <FileDrop
        label={`${fileTypes[type].title} file`}
        hint={
          isChecking
            ? 'initialization...'
            : `Drop an Excel workbook or a CSV file here or choose one, up to ${megabytes(usualUploadBytes)}`
        }
        endings={importEndings}
        maxBytes={mostBytes}
        busy={isChecking}
        onFiles={(files) => void chooseFile(files)}
      />
      <DialogActions>
        <Button
          variant="subtle"
          onClick={() => void download('downloadTemplate', { params: { fileType: type, applicationId: module } })}
        >
          Download the empty template
        </Button>
        {type === 'carry-plan' ? (
          <Button variant="subtle" onClick={() => void download('downloadFilledPlan', {})}>
            Download it with your records
          </Button>
        ) : null}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </>
  );
}

interface MappingChoiceProps {
  readonly type: MappedType;
  readonly module: UploadModule;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly disabled: boolean;
}

/** The choice of a mapping template. */
function MappingChoice({ type, module, value, onChange, disabled }: MappingChoiceProps) {
  const { data = [] } = useRead('listMappingTemplates', { params: { applicationId: module } });
  const own = data.filter(({ fileType, id }) => fileType === type && id !== null);
  if (own.length === 0) return null;
  return (
    <Select
      label="Mapping template"
      description="For files with headings that differ from the empty template."
      placeholder="None: use the headings of the empty template"
      data={own.map(({ id, name }) => ({ value: id ?? '', label: name }))}
      value={value}
      clearable
      allowDeselect={false}
      disabled={disabled}
      onChange={onChange}
      mb="md"
    />
  );
}

/** True if the file can't be read because columns are missing, for example because it matches another template. */
const hasOtherHeadings = ({ errors, fileType }: UploadReport): boolean =>
  isMapped(fileType) && errors.length > 0 && errors.every(({ reason }) => isHeadingReason(reason));

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
    toastSuccess(uploadedText);
    const timer = setTimeout(onClose, closeDelayMilliseconds);
    return () => clearTimeout(timer);
  }, [isDone, onClose]);
  return (
    <>
      <UploadProgress report={report} isRunning={isRunning} failure={failure} />
      {hasOtherHeadings(report) ? (
        <Banner tone="info">
          {report.mapping === null
            ? 'If the file’s headings differ from the empty template, choose another file and pick a mapping template. You can create one under Mapping Templates.'
            : `The file doesn’t have the headings of the mapping template ${report.mapping}. Choose another template, or none.`}
        </Banner>
      ) : null}
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
        <ConfirmButtons run={run} />
      </DialogActions>
    </>
  );
}

/** Buttons that carry out the upload. If data already exists, there are two ways to do it. */
export function ConfirmButtons({ run }: { readonly run: UploadRun }) {
  const { report, isRunning, canConfirm, failure } = run;
  if (!canConfirm) return null;
  const checkAgain =
    failure === undefined ? null : (
      <Button variant="default" loading={isRunning} onClick={() => void run.checkAgain()}>
        Check again
      </Button>
    );
  if (report.conflict === null)
    return (
      <>
        {checkAgain}
        <Button loading={isRunning} onClick={() => void run.confirm()}>
          Confirm
        </Button>
      </>
    );
  return (
    <>
      {checkAgain}
      {report.conflict.refusals.length === 0 ? (
        <Button variant="default" loading={isRunning} onClick={() => void run.confirm({ overwrite: true })}>
          Overwrite
        </Button>
      ) : null}
      <Button loading={isRunning} onClick={() => void run.confirm()}>
        Update
      </Button>
    </>
  );
}

export interface UploadProgressProps {
  readonly report: UploadReport;
  readonly isRunning: boolean;
  readonly failure: string | undefined;
}

/** The progress of an upload, as a text and a bar. */
export function UploadProgress({ report, isRunning, failure }: UploadProgressProps) {
  if (failure)
    return <ProgressPanel title="Upload" done={report.progress} total={100} outcome="failed" detail={failure} />;
  if (report.status === 'DONE')
    return <ProgressPanel title="Upload" done={100} total={100} outcome="finished" detail={uploadedText} />;
  if (!isRunning)
    return report.status === 'PENDING' && report.errors.length === 0 ? (
      <Banner tone="info">File successfully uploaded. Nothing changes until it is confirmed.</Banner>
    ) : null;
  const detail = report.progress === 0 ? 'initialization...' : 'Saving all records in one transaction';
  return (
    <ProgressPanel
      title="Upload"
      done={report.progress}
      total={100}
      detail={detail}
      actions={report.taskId === null ? null : <StopUpload key={report.taskId} taskId={report.taskId} />}
    />
  );
}

/** Stops carrying out a long file. None of it is entered. */
function StopUpload({ taskId }: { readonly taskId: string }) {
  const [stop] = useWrite('stopTask');
  const [isRequested, setRequested] = useState(false);
  const requestStop = () => {
    setRequested(true);
    void stop({ params: { id: taskId } }).catch(() => setRequested(false));
  };
  return (
    <Button size="compact-sm" variant="default" disabled={isRequested} onClick={requestStop}>
      Stop
    </Button>
  );
}
