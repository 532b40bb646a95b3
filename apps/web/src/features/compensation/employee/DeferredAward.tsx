import type { DeferredAward as Award } from '@carrara/contract/compensation/deferredAward';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { useParams } from 'react-router-dom';
import { useRead, useWrite } from '../../../api/calls.ts';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';
import { compEmployeeRecord } from './compEmployeeRecord.ts';

type Entry = Award['entries'][number];
const tranches = [
  { field: 'position', kind: 'count', title: 'Tranche' },
  { field: 'vestDate', kind: 'date', title: 'Vest date' },
  { field: 'percent', kind: 'percent', title: 'Percent' },
  { field: 'payDate', kind: 'date', title: 'Pay date' },
  { field: 'amount', kind: 'money', title: 'Amount' },
] as const;
const entries = [
  { field: 'on', kind: 'date', title: 'Date' },
  { field: 'title', kind: 'text', title: 'Entry' },
  { field: 'tranche', kind: 'count', title: 'Tranche' },
  { field: 'amount', kind: 'money', title: 'Amount' },
  { field: 'createdBy', kind: 'text', title: 'By' },
  { field: 'createdDate', kind: 'instant', title: 'Entered' },
] as const;
const forfeitFields = {
  on: { kind: 'date', title: 'On', required: true },
  reason: { kind: 'longText', title: 'Reason', required: true },
} as const;

/** A deferred award: its terms, its tranches and the ledger of what was entered. */
export function DeferredAward() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useRead('getDeferredAward', { params: { id } });
  const mayEdit = useAllowed('pay.edit');
  const today = useToday();
  const [reverse] = useWrite('reverseDeferredEntry');
  const displayed = data?.id === id ? data : undefined;
  useRecordCrumb(displayed?.name, `#/comp/deferred/${id}`);
  if (!displayed) return <ReadState error={error} onRetry={refetch} lines={8} />;
  const isOpen = ({ id: entry, reversesId }: Entry) =>
    reversesId === null && !displayed.entries.some((other) => other.reversesId === entry);
  const withdraw = (entry: Entry) =>
    openFormDialog({
      title: `Reverse: ${entry.title.toLowerCase()} on ${formatDate(entry.on)}`,
      fields: forfeitFields,
      initial: { on: today },
      saveLabel: 'Reverse',
      save: async ({ on, reason }) => {
        const { rowVersion } = displayed;
        const body = { rowVersion, entryId: entry.id, on: String(on), reason: String(reason) };
        await reverse({ params: { id }, body });
        toastSuccess('Entry reversed successfully');
      },
    });
  return (
    <Stack>
      <ProfileHeader
        name={displayed.name}
        facts={[
          `Granted on ${formatDate(displayed.grantDate)}`,
          <a key="employee" href={`#${compEmployeeRecord.paths.profile(displayed.employee.id, 'compensation')}`}>
            Compensation of {displayed.name}
          </a>,
          ...(displayed.comments ? [displayed.comments] : []),
        ]}
        figures={[{ label: `Amount, ${displayed.currency.code ?? ''}`, kind: 'money', value: displayed.amount }]}
      />
      <TablePanel
        title="Tranches"
        columns={tranches}
        rows={displayed.tranches}
        rowKey={(tranche: Award['tranches'][number]) => tranche.id}
      />
      <TablePanel
        title="Ledger"
        columns={entries}
        rows={displayed.entries}
        rowKey={(entry: Entry) => entry.id}
        rowActions={(entry: Entry) =>
          mayEdit && isOpen(entry) ? <RowButton label="Reverse" onClick={() => withdraw(entry)} /> : null
        }
      />
    </Stack>
  );
}
