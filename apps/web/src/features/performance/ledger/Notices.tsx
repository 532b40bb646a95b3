import type { Fields } from '@carrara/contract/core/fields';
import { Button } from '@mantine/core';
import { useFormWrite, useRead, useWrite } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { runConfirmed } from '../../../api/runWithToast.ts';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { openLedgerDialog, statusCode, type OfVehicle } from './ledgerDialog.ts';
import { LedgerTable } from './LedgerTable.tsx';
import { openNoticeDocuments } from './NoticeDocuments.tsx';

type Notice = Answer<'listNotices'>[number];

const columns = [
  { field: 'name', kind: 'text', title: 'Notice' },
  { field: 'issueDate', kind: 'date', title: 'Issued' },
  { field: 'dueDate', kind: 'date', title: 'Due' },
  { field: 'amount', kind: 'money', title: 'Amount' },
  { field: 'description', kind: 'longText', title: 'Description' },
] as const;
const noticeKinds = [
  { code: 'CALL', description: 'Capital call' },
  { code: 'DISTRIBUTION', description: 'Distribution' },
];
const noticeKind = (code: string) => noticeKinds.find((kind) => kind.code === code)?.description ?? code;
/** Returns the name of a notice: its kind and its number within the fund. */
export const noticeName = ({ kind, number }: Pick<Notice, 'kind' | 'number'>) =>
  `${noticeKind(kind)} ${String(number)}`;
const fields: Fields = {
  kind: { kind: 'status', title: 'What', options: noticeKinds, required: true },
  issueDate: { kind: 'date', title: 'Issued', required: true },
  dueDate: { kind: 'date', title: 'Due', required: true, help: 'The date of the cash flow.' },
  description: { kind: 'longText', title: 'Description' },
};

/** Capital call and distribution notices, with the totals of their entries. */
export function Notices({ vehicleId }: OfVehicle) {
  const reading = useRead('listNotices', { query: { vehicleId } });
  const [save] = useFormWrite('saveNotice');
  const [remove] = useWrite('deleteNotice');
  const mayEdit = useAllowed('fundLedger.edit');
  const removeNotice = async (notice: Notice) => {
    const name = noticeName(notice);
    const text = 'No entry was posted for this notice. It will be deleted, and the audit log keeps a record.';
    await runConfirmed({ title: `Remove notice ${name}`, text, confirmLabel: 'Remove' }, async () => {
      await remove({ params: { vehicleId, noticeId: notice.id } });
      return `The notice ${name} was removed.`;
    });
  };
  const add = () =>
    openLedgerDialog({
      title: 'Add notice',
      fields,
      initial: { kind: noticeKinds[0] },
      message: 'The notice was saved.',
      save: ({ kind, ...values }) => save({ body: { ...values, vehicleId, kind: statusCode(kind) } }),
    });
  return (
    <LedgerTable
      title="Notices"
      cardsOnPhone
      columns={columns}
      reading={reading}
      cells={{
        name: (notice) =>
          notice.entries === 0 ? (
            noticeName(notice)
          ) : (
            <a href={`#/performance/fund/${vehicleId}/ledger?part=entries&notice=${notice.id}`}>{noticeName(notice)}</a>
          ),
      }}
      empty="There are no notices yet."
      rowActions={(notice) => {
        const name = noticeName(notice);
        if (notice.entries > 0)
          return (
            <RowButton
              label="PDFs"
              subject={`of ${name}`}
              onClick={() => openNoticeDocuments({ vehicleId, noticeId: notice.id, name })}
            />
          );
        return mayEdit ? <RowButton label="Remove" subject={name} onClick={() => removeNotice(notice)} /> : null;
      }}
      actions={mayEdit ? <Button onClick={() => void add()}>Add notice</Button> : null}
    />
  );
}
