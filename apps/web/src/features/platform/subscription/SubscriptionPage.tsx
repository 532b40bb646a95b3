import type { Subscription } from '@carrara/contract/platform/subscription/subscription';
import { scheduleText } from '@carrara/domain/platform/subscription';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { StatusBadge } from '@carrara/ui/value/StatusBadge.tsx';
import { formatDate, formatInstant } from '@carrara/ui/value/formatDate.ts';
import { useSearchParams } from 'react-router-dom';
import { skipToken, useRead, useWrite } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { runConfirmed, runWithToast } from '../../../api/runWithToast.ts';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { openSubscribeDialog } from '../../../record/subscription/SubscribeDialog.tsx';
import { TaskProgress } from '../../../record/task/TaskProgress.tsx';

const columns = [
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'scheduled', kind: 'text', title: 'Schedule' },
  { field: 'lastFile', kind: 'text', title: 'Last file' },
  { field: 'next', kind: 'text', title: 'Next file' },
  { field: 'subject', kind: 'text', title: 'Report or list' },
] as const;

/** The person's subscriptions with their schedules and last files. A message about a file leads here with `file` in the address. */
export function SubscriptionPage() {
  const { data, error, refetch } = useRead('listSubscriptions', undefined);
  const [query] = useSearchParams();
  const file = query.get('file');
  if (!data) return <ReadState error={error} onRetry={refetch} lines={6} />;
  return (
    <Stack>
      {file === null ? null : <LinkedFile id={file} />}
      <Panel isPage title="Subscriptions" flush>
        {data.length === 0 ? (
          <EmptyState
            text="You have no subscriptions."
            hint="Open a report or a list, and choose Export, then On a schedule."
          />
        ) : (
          <DataTable
            label="Subscriptions"
            cardsOnPhone
            columns={columns}
            cells={{
              scheduled: ({ schedule }: Subscription) => scheduleText(schedule),
              next: ({ nextDate }: Subscription) => (nextDate === null ? 'Paused' : formatDate(nextDate)),
              lastFile: (row: Subscription) => <LastFile last={row.last} />,
            }}
            rows={data}
            rowKey={({ id }) => id}
            rowActions={(row: Subscription) => <Actions subscription={row} />}
          />
        )}
      </Panel>
    </Stack>
  );
}

/** The file that a message announces. */
function LinkedFile({ id }: { readonly id: string }) {
  const { data, error } = useRead('getTask', id === '' ? skipToken : { params: { id } });
  if (data)
    return (
      <Panel title="Your file">
        <TaskProgress task={data} />
      </Panel>
    );
  return error ? (
    <Panel title="Your file">
      <EmptyState text="This file has expired, or it isn’t yours. Create it again below." />
    </Panel>
  ) : null;
}

const results = {
  CREATED: ['ok', 'Created'],
  REFUSED: ['bad', 'No access'],
  FAILED: ['bad', 'Failed'],
} as const;

function LastFile({ last }: Pick<Subscription, 'last'>) {
  if (!last) return null;
  const [tone, label] = results[last.result];
  return (
    <>
      <StatusBadge code={last.result} label={label} tone={tone} /> {formatInstant(last.createdDate)}
      {last.remark ? <div>{last.remark}</div> : null}
    </>
  );
}

function Actions({ subscription }: { readonly subscription: Subscription }) {
  const { id, rowVersion, name, schedule, dates, isPaused, last } = subscription;
  const [save] = useWrite('saveSubscription');
  const [run] = useWrite('runSubscription');
  const [remove] = useWrite('deleteSubscription');
  const download = useDownload();
  const taskId = last?.taskId;
  const pause = () =>
    runWithToast(async () => {
      await save({ body: { id, rowVersion, name, schedule, dates, isPaused: !isPaused } });
      return isPaused ? 'Subscription resumed' : 'Subscription paused';
    });
  const create = () =>
    runWithToast(async () => {
      await run({ params: { id }, body: {} });
      return 'The file is being created. You get a message when it is ready.';
    });
  return (
    <>
      {taskId && last.result === 'CREATED' ? (
        <RowButton
          label="Download"
          subject={name}
          onClick={() => download('downloadTask', { params: { id: taskId } })}
        />
      ) : null}
      <RowButton label="Create now" subject={name} onClick={create} />
      <RowButton label="Change" subject={name} onClick={() => openSubscribeDialog(subscription)} />
      <RowButton label={isPaused ? 'Resume' : 'Pause'} subject={name} onClick={pause} />
      <RowButton
        label="Delete"
        subject={name}
        onClick={() =>
          runConfirmed(
            { title: 'Delete subscription', text: `Delete ‘${name}’?`, confirmLabel: 'Delete' },
            async () => {
              await remove({ params: { id }, query: { rowVersion } });
              return 'Subscription deleted successfully';
            },
          )
        }
      />
    </>
  );
}
