import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useRead } from '../../../api/calls.ts';
import { Stack } from '../../../record/Stack.tsx';
import { TaskProgress } from '../../../record/task/TaskProgress.tsx';

/** The person's background jobs, newest first, with their progress and results. */
export function TaskPage() {
  const { data } = useRead('listTasks', undefined);
  if (!data) return <LoadingState />;
  return (
    <Panel isPage title="Background jobs">
      {data.length === 0 ? <EmptyState text="You have no background jobs." /> : null}
      <Stack>
        {data.map((task) => (
          <section key={task.id} aria-label={`${task.title}, ${valueText('instant', task.createdDate)}`}>
            <small>{valueText('instant', task.createdDate)}</small>
            <TaskProgress task={task} />
          </section>
        ))}
      </Stack>
    </Panel>
  );
}
