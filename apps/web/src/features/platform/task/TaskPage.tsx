import type { Task } from '@carrara/contract/platform/task/task';
import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { SelectionBar } from '@carrara/ui/list/SelectionBar.tsx';
import { SelectRow } from '@carrara/ui/list/SelectRow.tsx';
import { useRowSelection } from '@carrara/ui/list/selection.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useRead, useWrite } from '../../../api/calls.ts';
import { type BulkAction, BulkButton } from '../../../record/list/SelectionActions.tsx';
import { useStoredSelection } from '../../../record/list/useSelection.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { TaskProgress } from '../../../record/task/TaskProgress.tsx';
import { isEnded, usePolling } from '../../../record/task/useTask.ts';
import styles from './task.module.css';

const nameOf = ({ title, createdDate }: Task) => `${title}, ${valueText('instant', createdDate)}`;
const keyOf = ({ id }: Task) => id;

/** The person's background jobs, newest first, with their progress and results. */
export function TaskPage() {
  const { data, refetch } = useRead('listTasks', undefined);
  const open = data?.filter((task) => !isEnded(task) && !task.stopRequested) ?? [];
  usePolling(open.length > 0, refetch, 2000);
  const { clear, ...stored } = useStoredSelection<Task>('');
  const selection = useRowSelection({ rows: open, ...stored, keyOf, nameOf });
  const stop = useStopSelected();
  if (!data) return <LoadingState />;
  const selected = open.filter(({ id }) => stored.selected.has(id));
  return (
    <Panel isPage title="Background jobs">
      {data.length === 0 ? <EmptyState text="You have no background jobs." /> : null}
      <SelectionBar
        {...stored}
        count={selected.length}
        matching={selected.length < open.length ? open.length : undefined}
        onSelectMatching={selection.onTogglePage}
        onClear={clear}
        actions={<BulkButton action={stop} rows={selected} onDone={clear} />}
      />
      <Stack>
        {data.map((task) => (
          <section key={task.id} aria-label={nameOf(task)}>
            <div className={styles.head}>
              {open.includes(task) ? <SelectRow row={task} selection={selection} /> : null}
              <small>{valueText('instant', task.createdDate)}</small>
            </div>
            <TaskProgress task={task} />
          </section>
        ))}
      </Stack>
    </Panel>
  );
}

/** Returns the action that stops the selected jobs. */
function useStopSelected(): BulkAction<Task> {
  const [stop] = useWrite('stopTasks');
  return {
    label: 'Stop',
    nameOf,
    whyNot: () => undefined,
    text: 'Stopped jobs have no result. You can start them again.',
    run: async (tasks) => {
      const { changed, unchanged } = await stop({ body: { ids: tasks.map(({ id }) => id) } });
      const text = `${changed === 1 ? '1 background job is' : `${String(changed)} background jobs are`} being stopped`;
      return unchanged === 0 ? text : `${text}. ${String(unchanged)} had already ended`;
    },
  };
}
