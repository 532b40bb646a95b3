import type { Task } from '@carrara/contract/platform/task';
import { DialogActions, DialogFrame, openDialog } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useDownload } from '../../api/download.ts';
import { TaskProgress } from './TaskProgress.tsx';
import { isEnded, useTask } from './useTask.ts';

/** Shows long work that was just started. It goes on when it is left, and is found again among one's own long work. */
export const followTask = (task: Task): Promise<void> =>
  openDialog<void>((close) => <TaskDialog task={task} onClose={close} />);

function TaskDialog({ task: known, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const task = useTask(known);
  const ended = isEnded(task);
  const download = useDownload();
  const fetchFile = useEffectEvent(() => void download('downloadTask', { params: { id: task.id } }));
  const hasFile = task.status === 'DONE' && task.fileName !== null;
  // The file was asked for when the work was started.
  useEffect(() => {
    if (hasFile) fetchFile();
  }, [hasFile]);
  return (
    <DialogFrame title={known.title} onClose={onClose}>
      <TaskProgress task={known} />
      {ended ? null : (
        <p>You can leave this: it goes on, and &lsquo;Background tasks&rsquo; in the user menu has it.</p>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {ended ? 'Close' : 'Leave it running'}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
