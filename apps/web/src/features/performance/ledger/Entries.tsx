import { entryTypeRule, type EntryType } from '@carrara/domain/performance/ledger';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { Button } from '@mantine/core';
import { lists } from 'virtual:contract/tables';
import { useFormWrite, useRead, useWrite } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { useInAddress } from '../../../period/useInAddress.ts';
import { saveConfirmed } from '../../../record/editor/saveConfirmed.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { openLedgerDialog, type OfVehicle } from './ledgerDialog.ts';
import { LedgerTable } from './LedgerTable.tsx';
import { noticeName } from './Notices.tsx';
import { PostMenu } from './PostMenu.tsx';
import { EntryTags, openReversal } from './Reversal.tsx';
import { usePostCarry } from './usePostCarry.ts';

const list = lists.listLedgerEntries;
interface Listed {
  readonly id: string;
  readonly type: string;
  readonly typeTitle: string;
  readonly isLate: boolean;
  readonly reversesId: string | null;
  readonly reversedById: string | null;
  readonly settledOn: string | null;
  readonly source: Origin | null;
}
type Origin = NonNullable<Answer<'getLedgerEntry'>['source']>;
/** All entries of the fund. A wrong entry is reversed, never edited. */
export function Entries({ vehicleId }: OfVehicle) {
  const mayEdit = useAllowed('fundLedger.edit');
  const reverse = useReverse();
  const settle = useSettle();
  const postCarry = usePostCarry(vehicleId);
  const [entryId, showEntry] = useInAddress('entry');
  const [noticeId, showNotice] = useInAddress('notice');
  return (
    <RecordTable
      list={list}
      embedded
      query={() => ({ vehicleId, entryId, noticeId })}
      cells={{
        typeTitle: (row) => (
          <>
            <a href={`#/performance/fund/${vehicleId}/ledger?part=entries&entry=${row.id}`}>{row.typeTitle}</a>{' '}
            <EntryTags {...row} />
          </>
        ),
        sourceTitle: ({ source, sourceTitle }) =>
          source ? <Source {...source} title={sourceTitle ?? ''} /> : <Value kind="text" value={null} />,
      }}
      actions={
        mayEdit ? (
          <>
            <Button variant="default" onClick={() => void postCarry()}>
              Post carry paid
            </Button>
            <PostMenu vehicleId={vehicleId} />
          </>
        ) : null
      }
      {...(mayEdit
        ? {
            rowActions: (entry: Listed) =>
              entry.reversesId || entry.reversedById || entry.source?.kind === 'TRANSFER' ? null : (
                <>
                  {isUnsettled(entry) ? (
                    <RowButton label="Settle" subject={entry.typeTitle} onClick={() => settle(entry)} />
                  ) : null}
                  <RowButton label="Reverse" subject={entry.typeTitle} onClick={() => reverse(entry)} />
                </>
              ),
          }
        : {})}
    >
      {entryId === undefined ? null : <SingleEntry id={entryId} onAll={() => showEntry(null)} />}
      {noticeId === undefined ? null : (
        <EntriesOfNotice vehicleId={vehicleId} id={noticeId} onAll={() => showNotice(null)} />
      )}
    </RecordTable>
  );
}

const sourcePages = {
  UPLOAD: (id) => `#/performance/datamanagement/uploads/${id}`,
  DISTRIBUTION: (id) => `#/carry/distribution/${id}/profile`,
  LEDGER_RUN: (id) => `#/carry/ledger/${id}/overview`,
} as const satisfies Readonly<Record<string, (id: string) => string>>;

/** The origin of an entry, with a link unless it is a transfer between partners. */
const Source = ({ kind, id, title }: Origin & { readonly title: string }) =>
  kind === 'TRANSFER' ? title : <a href={sourcePages[kind](id)}>{title}</a>;

const shareColumns = [
  { field: 'investor', kind: 'text', title: 'Investor' },
  { field: 'amount', kind: 'money', title: 'Share' },
  { field: 'unfunded', kind: 'money', title: 'Change in unfunded' },
] as const;

/** The entry that the address names, with its split over the investors. */
function SingleEntry({ id, onAll }: { readonly id: string; readonly onAll: () => void }) {
  const { data, error, refetch } = useRead('getLedgerEntry', { params: { id } });
  const rows = data?.shares.map((share) => ({ ...share, id: share.commitmentId, investor: share.investor.name }));
  return (
    <LedgerTable
      title={data ? `${data.typeTitle}, ${formatDate(data.effectiveDate)}` : 'Entry'}
      columns={shareColumns}
      reading={{ data: rows, error, refetch }}
      empty="This entry isn’t allocated to any investor."
      actions={
        <Button variant="default" onClick={onAll}>
          All entries
        </Button>
      }
    />
  );
}

/** Says that the list has only the entries of the notice that the address names. */
function EntriesOfNotice({ vehicleId, id, onAll }: OfVehicle & { readonly id: string; readonly onAll: () => void }) {
  const { data } = useRead('listNotices', { query: { vehicleId } });
  const notice = data?.find((candidate) => candidate.id === id);
  return (
    <Banner
      tone="info"
      action={
        <Button variant="default" size="compact-sm" onClick={onAll}>
          All entries
        </Button>
      }
    >
      {notice
        ? `Entries of ${noticeName(notice)}, due ${formatDate(notice.dueDate)}. Open one for its amount by investor.`
        : 'Entries of one notice.'}
    </Banner>
  );
}

/** True if the fund's cash moves with the entry, and hasn't yet. */
const isUnsettled = ({ type, settledOn }: Listed) =>
  settledOn === null && entryTypeRule(type as EntryType).vehicleCash !== 0;

function useSettle() {
  const [write] = useFormWrite('settleLedgerEntry');
  return ({ id, typeTitle }: Listed) =>
    openLedgerDialog({
      title: `Settle ${typeTitle}`,
      fields: {
        settledOn: {
          kind: 'date',
          title: 'Settled on',
          required: true,
          help: 'The date when the cash moved. It can be in a locked quarter, because no figure changes.',
        },
      },
      initial: {},
      saveLabel: 'Settle',
      message: 'The entry was settled.',
      save: ({ settledOn }) =>
        saveConfirmed((confirmation) =>
          write({ params: { id }, body: { settledOn: String(settledOn), ...confirmation } }),
        ),
    });
}

function useReverse() {
  const [write] = useWrite('reverseLedgerEntry');
  return ({ id, typeTitle }: Listed) =>
    openReversal(typeTitle, {
      message: 'The entry was reversed.',
      save: (reason) => write({ params: { id }, body: { reason } }),
    });
}
