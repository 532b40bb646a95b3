import { confirm } from '@carrara/ui/feedback/questions.tsx';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { useEffect, useRef, useState } from 'react';
import { useRead, useWrite } from '../../../api/calls.ts';
import { useRemember } from '../../../api/useRemember.ts';
import { failureText } from '../../../api/failure.ts';
import { useAllowed } from '../../../session/hooks.ts';
import type { UploadReport } from './fileTypes.ts';

/** Polling interval. Progress normally arrives as live updates, and this is for when they don't. */
const pollMilliseconds = 1000;

export interface UploadRun {
  readonly report: UploadReport;
  readonly isRunning: boolean;
  readonly failure: string | undefined;
  readonly canConfirm: boolean;
  readonly confirm: (how?: { readonly overwrite?: boolean }) => Promise<void>;
  /** Checks the stored file again, for example because records have changed since. */
  readonly checkAgain: () => Promise<void>;
}

export const uploadedText = 'Data successfully uploaded.';

const confirmWarnings = (warnings: readonly string[]): Promise<boolean> =>
  confirm({
    title: 'Confirm the upload',
    text: `${warnings.join(' ')} Do you want to import the file anyway?`,
    confirmLabel: 'Import anyway',
    cancelLabel: 'Cancel',
  });

/** Follows a checked upload while it is carried out, wherever it is opened. */
export function useUploadRun(checked: UploadReport): UploadRun {
  const { data, refetch } = useRead('getUpload', { params: { id: checked.id } });
  const [carryOut, isConfirming] = useWrite('confirmUpload');
  const [check, isChecking] = useWrite('checkUploadAgain');
  const remember = useRemember();
  const [failure, setFailure] = useState<string>();
  // The reasons of an earlier attempt no longer apply to the new check.
  const [isCheckedAgain, setCheckedAgain] = useState(false);
  const mayUpload = useAllowed('upload.edit');
  const report = data ?? checked;
  const isRunning = isConfirming || isChecking || report.status === 'RUNNING';
  const latestRefetch = useRef(refetch);
  useEffect(() => {
    latestRefetch.current = refetch;
  }, [refetch]);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => latestRefetch.current(), pollMilliseconds);
    return () => clearInterval(timer);
  }, [isRunning]);
  return {
    report,
    isRunning,
    failure:
      failure ??
      (isRunning || isCheckedAgain || report.remarks.length === 0 ? undefined : report.remarks.join(' ')) ??
      (report.status === 'FAILED' && report.errors.length === 0 ? 'Error uploading data.' : undefined),
    canConfirm: mayUpload && report.status === 'PENDING' && report.errors.length === 0,
    confirm: async ({ overwrite = false } = {}) => {
      setFailure(undefined);
      setCheckedAgain(false);
      const { warnings } = report;
      if (warnings.length > 0 && !(await confirmWarnings(warnings))) return;
      try {
        const body = { warningsConfirmed: warnings.length > 0, overwrite };
        const params = { id: checked.id, fileType: checked.fileType, confirmed: 'true' } as const;
        const carriedOut = await carryOut({ params, body });
        remember('getUpload', carriedOut);
        if (!isOpen.current && carriedOut.status === 'DONE') toastSuccess(uploadedText);
      } catch (problem) {
        setFailure(failureText(problem));
        // The import goes on after its page or dialog was left, where nobody would see the reason.
        if (!isOpen.current) toastError(`${checked.name}: ${failureText(problem)}`);
      }
    },
    checkAgain: async () => {
      setFailure(undefined);
      try {
        remember('getUpload', await check({ params: { id: checked.id } }));
        setCheckedAgain(true);
      } catch (problem) {
        setFailure(failureText(problem));
      }
    },
  };
}
