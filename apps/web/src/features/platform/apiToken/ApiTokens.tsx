import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button, Group } from '@mantine/core';
import { lists } from 'virtual:contract/tables';
import { skipToken, useRead, useWrite } from '../../../api/calls.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { useAllowed } from '../../../session/hooks.ts';
import { openProgramDialog, openTokenDialog, confirmEnd } from './tokenDialogs.tsx';

const list = lists.listApiTokens;

/** The tokens of the person. Administrators also see the tokens of the firm and its programs. */
export function ApiTokens() {
  const mayManage = useAllowed('apiToken.manage');
  const mayReadPay = useAllowed('pay.view');
  const { data: programs = [] } = useRead('listPrograms', mayManage ? undefined : skipToken);
  const [create] = useWrite('createApiToken');
  const [createProgram] = useWrite('createProgram');
  const actions = (
    <Group gap="xs">
      {mayManage ? (
        <Button variant="default" onClick={() => void openProgramDialog((body) => createProgram({ body }))}>
          Add program…
        </Button>
      ) : null}
      <Button onClick={() => void openTokenDialog({ programs, mayReadPay, create: (body) => create({ body }) })}>
        Create token…
      </Button>
    </Group>
  );
  return (
    <RecordTable list={list} rowActions={(row) => <EndToken row={row} />} actions={actions} emptyAction={actions} />
  );
}

function EndToken({ row }: { readonly row: RecordValue }) {
  const [end] = useWrite('endApiToken');
  if ((row['status'] as { readonly code: string }).code !== 'ACTIVE') return null;
  const name = String(row['name']);
  const act = async () => {
    if (!(await confirmEnd(name))) return;
    await end({ params: { id: row.id } });
    toastSuccess(`${name} ended.`);
  };
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => void act()} aria-label={`End ${name}`}>
      End
    </Button>
  );
}
