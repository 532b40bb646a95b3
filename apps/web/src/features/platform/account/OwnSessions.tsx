import type { OwnSession } from '@carrara/contract/platform/user/account';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Button } from '@mantine/core';
import { useRead, useWrite } from '../../../api/calls.ts';
import { runConfirmed, runWithToast } from '../../../api/runWithToast.ts';
import { describeDevice, displayedMethods } from '../../../session/secondFactor/factorDevice.ts';

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
  const endSession = (id: string) =>
    runWithToast(async () => {
      await end({ params: { id } });
      return 'The session has ended';
    });
  const confirmEndingOthers = async () => {
    await runConfirmed(
      {
        title: 'End all other sessions',
        text: 'You will have to sign in again everywhere else. Unsaved input there can still be sent after that.',
        confirmLabel: 'End them',
        danger: false,
      },
      async () => {
        await endOthers();
        return 'All other sessions have ended';
      },
    );
  };
  if (!data) return <LoadingState lines={3} />;
  const rows = data.map((session) => ({
    ...session,
    device: session.isThis ? `${describeDevice(session.userAgent)} · this one` : describeDevice(session.userAgent),
    how: displayedMethods(session.methods),
  }));
  return (
    <TablePanel
      title="Your sessions"
      label="Sessions"
      actions={
        data.length > 1 ? (
          <Button variant="default" loading={isEnding} onClick={() => void confirmEndingOthers()}>
            End all others
          </Button>
        ) : null
      }
      rowKey={({ id }) => id}
      columns={columns}
      rows={rows}
      rowActions={(row: OwnSession) =>
        row.isThis ? null : (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`End the session on ${describeDevice(row.userAgent)}`}
            onClick={() => void endSession(row.id)}
          >
            End
          </Button>
        )
      }
    />
  );
}
