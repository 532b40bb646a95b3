import type { Distribution } from '@carrara/contract/distributionRecord';
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useDownload } from '../../api/download.ts';
import { NotesButton } from '../../record/NotesButton.tsx';
import { distributionEditPath } from './places.ts';
import { useMoves } from './useMoves.ts';

/** The buttons of a distribution: files for everyone, moves only where the server says that this person may make them now. */
export function DistributionActions({ distribution }: { readonly distribution: Distribution }) {
  const { id, actions } = distribution;
  const moves = useMoves(distribution);
  const download = useDownload();
  const may = (operation: string) => actions.includes(operation);
  const get = (operation: 'exportDistribution' | 'downloadLetterPackage' | 'downloadPdfLetterPackage') =>
    void download(operation, { params: { id } });
  return (
    <>
      <NotesButton objectId={id} objectType="distribution" name={distribution.name} />
      <Button variant="default" onClick={() => get('exportDistribution')}>
        Workbook
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">Letters</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => get('downloadPdfLetterPackage')}>All letters in one PDF</Menu.Item>
          <Menu.Item onClick={() => get('downloadLetterPackage')}>A PDF each, in a zip</Menu.Item>
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
