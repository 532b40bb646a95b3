import type { Task } from '@carrara/contract/platform/task/task';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { ProgressPanel } from '@carrara/ui/feedback/ProgressPanel.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/calls.ts';
import { useDownload } from '../../api/download.ts';
import { isEnded, useTask } from './useTask.ts';

const statusText: Readonly<Record<Task['status'], string>> = {
  WAITING: 'Waiting to start',
  RUNNING: '',
  DONE: 'Done',
  FAILED: 'Failed',
  STOPPED: 'Stopped',
};

/** Progress texts of background jobs. */
const counted: Readonly<Record<Task['kind'], (done: number, total: number) => string>> = {
  letters: (done, total) => `Letter ${done} of ${total}`,
  import: (done) => `${done}%`,
  statements: (done, total) => `Statement ${done} of ${total}`,
  export: (done, total) => `Row ${done} of ${total}`,
  subscription: (done, total) => `Row ${done} of ${total}`,
  recompute: (done, total) => `Vehicle ${done} of ${total}`,
  investorDocuments: (done, total) => `Document ${done} of ${total}`,
  sampleFirm: (done, total) => `Step ${done} of ${total}`,
};

function detailOf({ kind, status, done, total, stopRequested }: Task): string {
  if (stopRequested && status === 'RUNNING') return 'Stopping';
  if (status === 'RUNNING') return total > 0 ? counted[kind](done, total) : 'Reading';
  return status === 'DONE' && total > 0 && kind !== 'import'
    ? `${statusText.DONE}, ${total} of ${total}`
    : statusText[status];
}

/** A background job, followed until it ends: its progress, its result and its file. */
export function TaskProgress({ task: initial }: { readonly task: Task }) {
  const task = useTask(initial);
  const download = useDownload();
  const [stop] = useWrite('stopTask');
  const [isRequested, setRequested] = useState(false);
  const params = { id: task.id };
  const requestStop = () => {
    setRequested(true);
    void stop({ params }).catch(() => setRequested(false));
  };
  return (
    <>
      <ProgressPanel
        title={task.title}
        done={task.status === 'DONE' ? 1 : task.done}
        total={task.status === 'DONE' ? 1 : task.total}
        detail={detailOf(task)}
        outcome={
          task.status === 'DONE'
            ? 'finished'
            : task.status === 'FAILED' || task.status === 'STOPPED'
              ? 'failed'
              : 'running'
        }
        actions={
          isEnded(task) ? (
            task.fileName ? (
              <Button size="compact-sm" onClick={() => void download('downloadTask', { params })}>
                Download
              </Button>
            ) : null
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              disabled={isRequested || task.stopRequested}
              onClick={requestStop}
            >
              Stop
            </Button>
          )
        }
      />
      {task.remarks.length > 0 ? (
        <Banner tone={task.status === 'DONE' ? 'warn' : 'bad'}>
          {task.remarks.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Banner>
      ) : null}
    </>
  );
}
