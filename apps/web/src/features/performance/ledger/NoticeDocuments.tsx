import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { useRead, useWrite } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { failureText } from '../../../api/failure.ts';
import { runWithToast } from '../../../api/runWithToast.ts';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { followTask } from '../../../record/task/followTask.tsx';

interface NoticeDocumentsProps {
  readonly vehicleId: string;
  readonly noticeId: string;
  /** The name of the notice, with its number. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Opens a dialog with the parts of a notice's investors, each as a PDF. */
export const openNoticeDocuments = (notice: Omit<NoticeDocumentsProps, 'onClose'>): Promise<void> =>
  openDialog<void>((close) => <NoticeDocuments {...notice} onClose={close} />);

/** The amounts that a notice calls from each investor or pays to it, and the PDFs to send. */
function NoticeDocuments({ vehicleId, noticeId, name, onClose }: NoticeDocumentsProps) {
  const params = { vehicleId, noticeId };
  const { data, error, refetch } = useRead('getNoticeShares', { params });
  const download = useDownload();
  const [start, isStarting] = useWrite('startNoticeDocuments');
  const createAll = () => runWithToast(async () => followTask(await start({ params })));
  return (
    <DialogFrame title={`${name}: PDFs for investors`} onClose={onClose} size="wide">
      {data ? (
        <DataTable
          label="Investors"
          cardsOnPhone
          columns={[
            { field: 'name', kind: 'text', title: 'Investor' },
            { field: 'kinds', kind: 'text', title: 'Kinds' },
            { field: 'total', kind: 'money', title: `Amount, ${data.currency}`, isKey: true },
            { field: 'unfunded', kind: 'money', title: `Unfunded on ${formatDate(data.unfundedOn)}` },
          ]}
          rows={data.investors.map(({ investor, amounts, ...figures }) => ({
            ...investor,
            ...figures,
            kinds: amounts.map(({ title }) => title).join(', '),
          }))}
          rowKey={({ id }) => id}
          rowActions={({ id, name: investor }) => (
            <RowButton
              label="Save PDF"
              subject={`for ${investor}`}
              onClick={() => download('printNotice', { params, query: { investorId: id } })}
            />
          )}
        />
      ) : error ? (
        <ErrorState message={failureText(error)} onRetry={refetch} />
      ) : (
        <LoadingState lines={6} />
      )}
      <DialogActions onCancel={onClose} cancelLabel="Close">
        <Button loading={isStarting} disabled={!data} onClick={() => void createAll()}>
          Save all (ZIP)
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
