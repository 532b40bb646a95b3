import type { OwnTask } from '@carrara/contract/platform/note/comment';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { StatusBadge, type Tone } from '@carrara/ui/value/StatusBadge.tsx';
import { useRead, useWrite } from '../../api/calls.ts';
import { runWithToast } from '../../api/runWithToast.ts';
import { useAllowed } from '../../session/hooks.ts';
import { RowButton } from '../list/RowButton.tsx';

const columns = [
  { field: 'title', kind: 'text', title: 'Task' },
  { field: 'objectName', kind: 'text', title: 'On' },
  { field: 'dueDate', kind: 'date', title: 'Due' },
  { field: 'state', kind: 'status', title: 'State' },
  { field: 'assignedBy', kind: 'text', title: 'From' },
] as const;

const states: Readonly<Record<OwnTask['state'], string>> = { OVERDUE: 'Overdue', SOON: 'Due soon', LATER: 'Open' };

const tones: Readonly<Record<OwnTask['state'], Tone>> = { OVERDUE: 'bad', SOON: 'warn', LATER: 'neutral' };

/** The person's open tasks: all of them, or on a home page those that are overdue or due soon. A home page without any has no such panel. */
export function OwnTasks({ isOnHome = false }: { readonly isOnHome?: boolean }) {
  const maySee = useAllowed('comment.view');
  return maySee ? <Tasks isOnHome={isOnHome} /> : null;
}

function Tasks({ isOnHome }: { readonly isOnHome: boolean }) {
  const { data } = useRead('listAssignedComments', undefined);
  const [finish] = useWrite('finishComment');
  if (!data) return null;
  const rows = isOnHome ? data.filter(({ state }) => state !== 'LATER') : data;
  if (isOnHome && rows.length === 0) return null;
  return (
    <Panel
      title={isOnHome ? 'Tasks due' : 'Your tasks'}
      flush
      actions={isOnHome ? <a href="#/inbox/tasks">All tasks</a> : null}
    >
      {rows.length === 0 ? (
        <EmptyState text="You have no open tasks." />
      ) : (
        <DataTable
          label="Your tasks"
          cardsOnPhone
          columns={columns}
          cells={{
            state: ({ state }: OwnTask) => <StatusBadge code={state} label={states[state]} tone={tones[state]} />,
          }}
          rows={rows}
          rowKey={({ id }) => id}
          rowHref={({ link }) => `#${link}`}
          rowActions={({ id, rowVersion, title }: OwnTask) => (
            <RowButton
              label="Done"
              subject={title}
              onClick={() =>
                runWithToast(() => finish({ params: { id }, body: { rowVersion } }).then(() => 'Task done'))
              }
            />
          )}
        />
      )}
    </Panel>
  );
}
