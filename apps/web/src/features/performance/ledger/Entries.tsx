import {
  allocationKeys,
  allocationKeyTitles,
  entryTypeCodes,
  entryTypeRule,
  type EntryType,
  signFailures,
} from '@carrara/domain/performance/ledger';
import { parseDecimal } from '@carrara/domain/kernel';
import type { Fields } from '@carrara/contract/core/fields';
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
import { openLedgerDialog, statusCode, type OfVehicle, recordOptions } from './ledgerDialog.ts';
import { LedgerTable } from './LedgerTable.tsx';
import { noticeKind } from './Notices.tsx';
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
const types = entryTypeCodes.map((code) => ({ code, description: `${entryTypeRule(code).title} (${code})` }));
const keys = allocationKeys
  .filter((code) => code !== 'NOTICE')
  .map((code) => ({ code, description: allocationKeyTitles[code] }));

/** All entries of the fund. A wrong entry is reversed, never edited. */
export function Entries({ vehicleId }: OfVehicle) {
  const mayEdit = useAllowed('fundLedger.edit');
  const post = usePost(vehicleId);
  const reverse = useReverse();
  const settle = useSettle();
  const postCarry = usePostCarry(vehicleId);
  const [entryId, showEntry] = useInAddress('entry');
  return (
    <RecordTable
      list={list}
      embedded
      query={() => ({ vehicleId, entryId })}
      cells={{
        typeTitle: (row) => (
          <>
            {row.typeTitle} <EntryTags {...row} />
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
            <Button onClick={() => void post()}>Post entry</Button>
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

const nameIn = (holdings: Answer<'listHoldings'>, id: string) =>
  holdings.find((holding) => holding.id === id)?.name ?? '';

interface Choices {
  readonly securities: Answer<'listSecurities'>;
  readonly holdings: Answer<'listHoldings'>;
  readonly commitments: Answer<'listCommitments'>;
}

const fieldsWith = ({ securities, holdings, commitments }: Choices): Fields => ({
  type: { kind: 'status', title: 'Type', options: types, required: true },
  amount: { kind: 'money', title: 'Amount', required: true, negative: true },
  effectiveDate: { kind: 'date', title: 'Date', required: true },
  holdingId: {
    kind: 'status',
    title: 'Investment',
    options: recordOptions(holdings),
  },
  securityId: {
    kind: 'status',
    title: 'Security',
    options: securities.map(({ id, name, holdingId }) => ({
      code: id,
      description: `${name}, ${nameIn(holdings, holdingId)}`,
    })),
    help: 'For purchases and sales.',
  },
  noticeId: { kind: 'status', title: 'Notice', options: [] },
  costRelieved: { kind: 'money', title: 'Cost relieved', help: 'For sales: the cost of the part sold.' },
  allocationKey: {
    kind: 'status',
    title: 'Shared by',
    options: keys,
    help: 'Default: the usual split of the type, mostly pro rata to commitments.',
  },
  investor: {
    kind: 'status',
    title: 'Commitment',
    options: commitments.map(({ id, investor }) => ({ code: id, description: investor.name })),
    help: 'Allocate the full amount to this investor.',
  },
  isRecallable: { kind: 'boolean', title: 'Recallable' },
  isOutside: { kind: 'boolean', title: 'Doesn’t reduce unfunded' },
  settledOn: {
    kind: 'date',
    title: 'Settled on',
    help: 'Leave blank until the cash moves. Then choose Settle on the entry.',
  },
  description: { kind: 'longText', title: 'Description' },
});

/** Checks the sign with the other fields, so that one save reports all mistakes. */
function wrongSign({ type, amount }: Readonly<Record<string, unknown>>) {
  const code = statusCode(type);
  const parsed = parseDecimal(amount, []).unwrapOr(undefined);
  if (code === null || parsed === undefined) return {};
  return { amount: signFailures({ type: code as EntryType, amount: parsed })[0]?.detail };
}

function usePost(vehicleId: string) {
  const { data: securities = [] } = useRead('listSecurities', { query: { vehicleId } });
  const { data: holdings = [] } = useRead('listHoldings', { query: { vehicleId } });
  const { data: notices = [] } = useRead('listNotices', { query: { vehicleId } });
  const { data: commitments = [] } = useRead('listCommitments', { query: { vehicleId } });
  const [save] = useFormWrite('saveLedgerEntries');
  const fields = fieldsWith({ securities, holdings, commitments });
  /** Returns the notices that can announce an entry of a type. */
  const noticesFor = (type: unknown) => {
    const code = statusCode(type);
    const kind = code === null ? undefined : entryTypeRule(code as EntryType).notice;
    return notices
      .filter((notice) => notice.kind === kind)
      .map(({ id, number }) => ({ code: id, description: `${noticeKind(kind ?? '')} ${String(number)}` }));
  };
  return () =>
    openLedgerDialog({
      title: 'Post entry',
      fields,
      fieldOf: (name, field, form) => {
        if (name !== 'noticeId') return field;
        const options = noticesFor(form.values['type']);
        const help = options.length === 0 ? 'No open notice for this entry type.' : '';
        return { ...field, options, ...(help === '' ? {} : { help }) };
      },
      initial: {},
      check: wrongSign,
      saveLabel: 'Post',
      message: 'The entry was posted.',
      displayedBy: { vehicleId, field: 'effectiveDate' },
      onChange: (name, value, form) => {
        // Choosing a security also chooses its investment.
        const security = securities.find(({ id }) => name === 'securityId' && id === statusCode(value));
        // Clears the notice if it can't announce an entry of this type.
        const notice = statusCode(form.values['noticeId']);
        if (name === 'type' && notice !== null && !noticesFor(value).some(({ code }) => code === notice))
          form.set('noticeId', null);
        if (security)
          form.set('holdingId', { code: security.holdingId, description: nameIn(holdings, security.holdingId) });
      },
      save: ({ type, holdingId, securityId, noticeId, allocationKey, investor, amount, ...values }) => {
        const commitmentId = statusCode(investor);
        const entry = {
          ...values,
          amount,
          type: statusCode(type) as EntryType,
          holdingId: statusCode(holdingId),
          securityId: statusCode(securityId),
          noticeId: statusCode(noticeId),
          allocationKey: commitmentId ? 'ONE' : statusCode(allocationKey),
          ...(commitmentId ? { shares: [{ commitmentId, amount }] } : {}),
        };
        return saveConfirmed((confirmation) => save({ body: { vehicleId, entries: [entry], ...confirmation } }));
      },
    });
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
