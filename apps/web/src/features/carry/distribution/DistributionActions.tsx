import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { toastError } from '@carrara/ui/feedback';
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { failureText } from '../../../api/failure.ts';
import { NotesButton } from '../../../record/NotesButton.tsx';
import { followTask } from '../../../record/task/followTask.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { distributionEditPath, distributionLikePath } from './places.ts';
import { useMoves } from './useMoves.ts';

/** The buttons of a distribution: files for everyone, moves only where the server says that this person may make them now. */
export function DistributionActions({ distribution }: { readonly distribution: Distribution }) {
  const { id, actions } = distribution;
  const moves = useMoves(distribution);
  const download = useDownload();
  const mayCreate = useAllowed('distribution.edit') && distribution.reversalOf === null;
  const may = (operation: string) => actions.includes(operation);
  const [startLetters] = useWrite('startLetters');
  const makeLetters = async (as: 'pdf' | 'zip') => {
    try {
      await followTask(await startLetters({ params: { id }, body: { as } }));
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
  return (
    <>
      <NotesButton objectId={id} objectType="distribution" name={distribution.name} />
      <Button variant="default" onClick={() => void download('exportDistribution', { params: { id } })}>
        Workbook
      </Button>
      {mayCreate ? (
        <Button variant="default" component="a" href={`#${distributionLikePath(id)}`}>
          New run like this
        </Button>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">Letters</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void makeLetters('pdf')}>All letters in one PDF</Menu.Item>
          <Menu.Item onClick={() => void makeLetters('zip')}>A PDF each, in a zip</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Move shown={may('deleteDistribution')} label="Delete" act={moves.remove} />
      {may('saveDistribution') ? (
        <Button variant="default" component="a" href={`#${distributionEditPath(id)}`}>
          Edit
        </Button>
      ) : null}
      <Move shown={may('withdrawDistribution')} label="Withdraw…" act={moves.withdraw} />
      <Move shown={may('reverseDistribution')} label="Reverse…" act={moves.reverse} />
      <Move shown={may('rejectDistribution')} label="Reject…" act={moves.reject} />
      <Move main shown={may('submitDistribution')} label="Submit…" act={moves.submit} />
      <Move main shown={may('approveDistribution')} label="Approve…" act={moves.approve} />
      <Move main shown={may('disburseDistribution')} label="Disburse…" act={moves.disburse} />
    </>
  );
}

interface MoveProps {
  readonly shown: boolean;
  readonly label: string;
  readonly main?: boolean;
  readonly act: () => Promise<unknown>;
}

/** A button that waits for its deed, so that a second press finds nothing to do. */
function Move({ shown, label, main = false, act }: MoveProps) {
  const [busy, setBusy] = useState(false);
  if (!shown) return null;
  const press = () => {
    setBusy(true);
    void act().finally(() => setBusy(false));
  };
  return (
    <Button variant={main ? 'filled' : 'default'} disabled={busy} onClick={press}>
      {label}
    </Button>
  );
}
