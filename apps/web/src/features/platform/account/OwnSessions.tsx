import type { OwnSession } from '@carrara/contract/platform/account';
import { confirm } from '@carrara/ui/feedback/ask.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { failureWithStatus } from '../../../api/failure.ts';
import { useRead, useWrite } from '../../../api/calls.ts';
import { deviceOf, displayedMethods } from '../../../session/secondFactor/deviceOf.ts';

const columns = [
  { field: 'device', kind: 'text', title: 'Browser or program' },
  { field: 'lastUsedDate', kind: 'instant', title: 'Last used' },
  { field: 'createdDate', kind: 'instant', title: 'Signed in' },
  { field: 'address', kind: 'text', title: 'Address' },
  { field: 'how', kind: 'text', title: 'With' },
] as const;

/** The sessions of the person, with buttons to end them. */
export function OwnSessions() {
  const { data } = useRead('listOwnSessions', undefined);
  const [end] = useWrite('endOwnSession');
  const [endOthers, isEnding] = useWrite('endOtherSessions');
  const runWithToast = async (action: () => Promise<unknown>, done: string) => {
    try {
      await action();
      toastSuccess(done);
    } catch (failure) {
      toastError(failureWithStatus(failure));
    }
  };
  const confirmEndingOthers = async () => {
    const isStrong = await confirm({
      title: 'End all other sessions',
      text: 'You will have to sign in again everywhere else. Unsaved input there can still be sent after that.',
      confirmLabel: 'End them',
    });
    if (isStrong) await runWithToast(() => endOthers(), 'All other sessions have ended');
  };
  if (!data) return <LoadingState lines={3} />;
  const rows = data.map((session) => ({
    ...session,
    device: session.isThis ? `${deviceOf(session.userAgent)} · this one` : deviceOf(session.userAgent),
    how: displayedMethods(session.methods),
  }));
  return (
    <Panel
      title="Your sessions"
      flush
      actions={
        data.length > 1 ? (
          <Button variant="default" loading={isEnding} onClick={() => void confirmEndingOthers()}>
            End all others
          </Button>
        ) : null
      }
    >
      <DataTable
        label="Sessions"
        rowKey={({ id }) => id}
        columns={columns}
        rows={rows}
        rowActions={(row: OwnSession) =>
          row.isThis ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`End the session on ${deviceOf(row.userAgent)}`}
              onClick={() => void runWithToast(() => end({ params: { id: row.id } }), 'The session has ended')}
            >
              End
            </Button>
          )
        }
      />
    </Panel>
  );
}
