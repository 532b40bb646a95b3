import { askComment, toastError, toastSuccess } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { useWrite } from '../../../api/calls.ts';
import { failureWithStatus } from '../../../api/failure.ts';
import { useRemember } from '../../../api/useRemember.ts';
import { useAllowed } from '../../../session/hooks.ts';
import type { UploadReport } from './fileTypes.ts';

/** Reverses everything that an upload entered, when somebody says why. */
export function UndoUpload({ report }: { readonly report: UploadReport }) {
  const [undo, isUndoing] = useWrite('undoUpload');
  const remember = useRemember();
  const mayUndo = useAllowed('upload.edit');
  if (!report.canUndo || !mayUndo) return null;
  const ask = async () => {
    const reason = await askComment({
      title: `Undo ${report.name}`,
      text: 'What this file entered is reversed, row by row; what it had replaced counts again.',
      label: 'Reason',
      confirmLabel: 'Undo',
      required: true,
    });
    if (typeof reason !== 'string') return;
    try {
      remember('getUpload', await undo({ params: { id: report.id }, body: { reason } }));
      toastSuccess(`${report.name} undone`);
    } catch (failure) {
      toastError(failureWithStatus(failure));
    }
  };
  return (
    <Button variant="default" loading={isUndoing} onClick={() => void ask()}>
      Undo
    </Button>
  );
}
