import type { OwnPasskey } from '@carrara/contract/platform/passkey/passkey';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { useWrite } from '../../../api/calls.ts';
import { runConfirmed } from '../../../api/runWithToast.ts';
import { supportsPasskeys } from '../../../session/secondFactor/passkeys.ts';
import { addPasskey } from './secondFactorDialogs.tsx';

const columns = [
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'host', kind: 'text', title: 'Signs in at' },
  { field: 'createdDate', kind: 'instant', title: 'Created' },
  { field: 'lastUsedDate', kind: 'instant', title: 'Last used' },
] as const;

interface PasskeysPanelProps {
  readonly passkeys: readonly OwnPasskey[];
  readonly hasPassword: boolean;
}

/** The passkeys of the person, with buttons to create one on this device and to remove one. */
export function PasskeysPanel({ passkeys, hasPassword }: PasskeysPanelProps) {
  const [remove] = useWrite('removePasskey');
  const confirmRemoval = async ({ id, name }: OwnPasskey) => {
    await runConfirmed(
      {
        title: `Remove the passkey ${name}`,
        text: 'You can no longer sign in with this passkey. Also delete it on the device, or the device keeps offering it.',
        confirmLabel: 'Remove',
      },
      async () => {
        await remove({ params: { id } });
        return `Passkey ${name} removed`;
      },
    );
  };
  return (
    <Panel
      title="Passkeys"
      flush={passkeys.length > 0}
      actions={
        supportsPasskeys() ? (
          <Button variant="default" onClick={() => void addPasskey(hasPassword)}>
            Add a passkey
          </Button>
        ) : null
      }
    >
      {passkeys.length === 0 ? (
        <>
          {supportsPasskeys()
            ? 'You have no passkeys. A passkey signs you in with a PIN, fingerprint or face instead of a password. A copied page can’t use it.'
            : 'You have no passkeys, and this browser can’t create them on this page.'}
        </>
      ) : (
        <DataTable
          label="Passkeys"
          rowKey={({ id }) => id}
          columns={columns}
          rows={passkeys}
          rowActions={(row: OwnPasskey) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Remove the passkey ${row.name}`}
              onClick={() => void confirmRemoval(row)}
            >
              Remove
            </Button>
          )}
        />
      )}
    </Panel>
  );
}
