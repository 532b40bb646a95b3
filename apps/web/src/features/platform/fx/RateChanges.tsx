import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Button } from '@mantine/core';
import { useRead } from '../../../api/calls.ts';
import { ActivityChanges } from '../../../record/activity/ActivityChanges.tsx';

interface RateChangesProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Opens a dialog with the history of a rate: its author, its corrections and its earlier values. */
export const showRateChanges = (id: string, name: string): Promise<void> =>
  openDialog<void>((close) => <RateChanges id={id} name={name} onClose={close} />).then(() => undefined);

const columns = [
  { field: 'createdDate', kind: 'instant', title: 'When' },
  { field: 'createdBy', kind: 'text', title: 'Who' },
  { field: 'action', kind: 'text', title: 'Action' },
  { field: 'changes', kind: 'longText', title: 'Changes' },
] as const;

function RateChanges({ id, name, onClose }: RateChangesProps) {
  const { data } = useRead('listActivity', { params: { id }, query: { pageSize: 100 } });
  return (
    <DialogFrame title={name} onClose={onClose} size="xl">
      {data ? (
        <DataTable
          label={`Changes of ${name}`}
          columns={columns}
          rows={data.pageData}
          rowKey={(entry) => entry.id}
          cells={{
            changes: ({ changes }) => <ActivityChanges changes={changes} />,
          }}
        />
      ) : (
        <LoadingState lines={3} />
      )}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </DialogFrame>
  );
}
