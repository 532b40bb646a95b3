import type { Task } from '@carrara/contract/platform/task/task';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { useEffect, useEffectEvent } from 'react';
import { useDownload } from '../../api/download.ts';
import { TaskProgress } from './TaskProgress.tsx';
import { isEnded, useTask } from './useTask.ts';

/** Opens a dialog for a background job that was just started. The job continues if the dialog is closed, and the page of jobs lists it. */
export const followTask = (task: Task): Promise<void> =>
  openDialog<void>((close) => <TaskDialog task={task} onClose={close} />);

function TaskDialog({ task: initial, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const task = useTask(initial);
  const ended = isEnded(task);
  const download = useDownload();
  const fetchFile = useEffectEvent(() => void download('downloadTask', { params: { id: task.id } }));
  const hasFile = task.status === 'DONE' && task.fileName !== null;
  // Starts the download, because the person requested the file when the job started.
  useEffect(() => {
    if (hasFile) fetchFile();
  }, [hasFile]);
  return (
    <DialogFrame title={initial.title} onClose={onClose}>
      <TaskProgress task={initial} />
      {ended ? null : (
        <p>
          You can close this dialog. The job continues, and you can find it under &lsquo;Background jobs&rsquo; in the
          user menu.
        </p>
      )}
      <DialogActions onCancel={onClose} cancelLabel={ended ? 'Close' : 'Leave it running'} />
    </DialogFrame>
  );
}
