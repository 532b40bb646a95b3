import { commitmentEventKinds } from '@carrara/domain/performance/ledger';
import type { Fields } from '@carrara/contract/core/fields';
import { parseDate, parseDecimal } from '@carrara/domain/kernel';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Button } from '@mantine/core';
import { skipToken, useRead, useWrite } from '../../../api/calls.ts';
import type { Answer, Argument } from '../../../api/operations.ts';
import { saveConfirmed } from '../../../record/editor/saveConfirmed.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { openLedgerDialog, statusCode, referenceId, type OfVehicle, recordOptions } from './ledgerDialog.ts';
import { LedgerTable, type LedgerTableProps } from './LedgerTable.tsx';
import { EntryTags, openReversal } from './Reversal.tsx';

type Commitment = Answer<'listCommitments'>[number];
type Body = NonNullable<Argument<'saveCommitment'>>['body'];

const columns = [
  { field: 'investor', kind: 'text', title: 'Investor' },
  { field: 'amount', kind: 'money', title: 'Commitment' },
  { field: 'unfunded', kind: 'money', title: 'Unfunded' },
  { field: 'paysFee', kind: 'boolean', title: 'Pays fee' },
  { field: 'paysCarry', kind: 'boolean', title: 'Pays carry' },
] as const;
const eventColumns = [
  { field: 'date', kind: 'date', title: 'Date' },
  { field: 'investor', kind: 'text', title: 'Investor' },
  { field: 'title', kind: 'text', title: 'What' },
  { field: 'amount', kind: 'money', title: 'Amount' },
  { field: 'bookedPeriod', kind: 'date', title: 'Quarter' },
  { field: 'description', kind: 'longText', title: 'Description' },
] as const;
const kinds = Object.entries(commitmentEventKinds).map(([code, { title }]) => ({ code, description: title }));
const terms = [
  { code: 'YES', description: 'Yes' },
  { code: 'NO', description: 'No' },
];
const termsHelp = 'Leave blank for no change. A new commitment pays by default.';
const answer = (value: unknown) => ({ YES: true, NO: false })[statusCode(value) ?? ''] ?? null;

const fieldsWith = (holdings: Answer<'listHoldings'>): Fields => ({
  investorId: { kind: 'reference', target: 'investor', title: 'Investor', required: true },
  kind: { kind: 'status', title: 'What', options: kinds, required: true },
  date: { kind: 'date', title: 'Date', required: true },
  amount: {
    kind: 'money',
    title: 'Amount',
    help: 'Enter a positive amount. A release or a transfer out lowers the commitment.',
  },
  paysFee: { kind: 'status', title: 'Pays fee', options: terms, help: termsHelp },
  paysCarry: { kind: 'status', title: 'Pays carry', options: terms, help: termsHelp },
  holdingId: {
    kind: 'status',
    title: 'Investment',
    options: recordOptions(holdings),
    help: 'Only if the investor is excused from an investment.',
  },
  description: { kind: 'longText', title: 'Description' },
});

/** Returns a function that opens the form of a commitment: a new one, or a change of an existing one. */
function useCommitmentForm(vehicleId: string) {
  const { data: holdings = [] } = useRead('listHoldings', { query: { vehicleId } });
  const [save] = useWrite('saveCommitment');
  return (existing?: Commitment) =>
    openLedgerDialog({
      title: existing ? `Change the commitment of ${existing.investor.name}` : 'Add commitment',
      fields: fieldsWith(holdings),
      initial: {
        kind: kinds[existing ? 1 : 0],
        ...(existing ? { investorId: { id: existing.investor.id, name: existing.investor.name } } : {}),
      },
      message: 'The commitment was saved.',
      displayedBy: { vehicleId, field: 'date' },
      lead: ({ values }) => <TransferWarnings vehicleId={vehicleId} values={values} />,
      save: ({ investorId, kind, paysFee, paysCarry, holdingId, ...values }) =>
        saveConfirmed((confirmation) =>
          save({
            body: {
              ...values,
              ...confirmation,
              vehicleId,
              investorId: referenceId(investorId),
              kind: statusCode(kind),
              paysFee: answer(paysFee),
              paysCarry: answer(paysCarry),
              holdingId: statusCode(holdingId),
            } as Body,
          }),
        ),
    });
}

/** The current commitment of each investor, and its changes. */
export function Commitments({ vehicleId }: OfVehicle) {
  const reading = useRead('listCommitments', { query: { vehicleId } });
  const openForm = useCommitmentForm(vehicleId);
  const mayEdit = useAllowed('fundLedger.edit');
  const events = (reading.data ?? []).flatMap(({ investor, events: own }) =>
    own.map((event) => ({ ...event, investor: investor.name, title: commitmentEventKinds[event.kind].title })),
  );
  const unchanged = new Set(
    events.flatMap(({ date, splitBefore, unmovedCarry }) =>
      [splitBefore, unmovedCarry].flatMap((warning) =>
        warning ? [`Transfer of ${formatDate(date)}: ${warning.message}`] : [],
      ),
    ),
  );
  return (
    <>
      {[...unchanged].map((text) => (
        <Banner key={text} tone="warn">
          {text}
        </Banner>
      ))}
      <LedgerTable
        title="Commitments"
        columns={columns}
        reading={reading}
        cells={{ investor: ({ investor }) => investor.name }}
        empty="Nobody has committed to this fund yet."
        actions={mayEdit ? <Button onClick={() => void openForm()}>Add commitment</Button> : null}
        rowActions={
          mayEdit
            ? (row) => <RowButton label="Change" subject={row.investor.name} onClick={() => openForm(row)} />
            : undefined
        }
      />
      {events.length > 0 ? <History reading={{ ...reading, data: events }} mayEdit={mayEdit} /> : null}
    </>
  );
}

type Event = Omit<Commitment['events'][number], 'investor'> & { readonly investor: string; readonly title: string };

interface HistoryProps {
  readonly reading: LedgerTableProps<Event>['reading'];
  readonly mayEdit: boolean;
}

/** The changes of all commitments. */
function History({ reading, mayEdit }: HistoryProps) {
  const [reverse] = useWrite('reverseCommitmentEvent');
  const undo = ({ id, title }: Event) =>
    openReversal(title, {
      message: 'The change was reversed.',
      save: (reason) => saveConfirmed((confirmation) => reverse({ params: { id }, body: { ...confirmation, reason } })),
    });
  return (
    <LedgerTable
      title="Commitment history"
      columns={eventColumns}
      reading={reading}
      empty=""
      cells={{
        title: (event) => (
          <>
            {event.title} <EntryTags {...event} />
            {event.splitBefore ? <Tag>Later entries use old shares</Tag> : null}
            {event.unmovedCarry ? <Tag>Accrued carry stays</Tag> : null}
          </>
        ),
      }}
      rowActions={
        mayEdit
          ? (event) =>
              event.reversesId || event.reversedById ? null : (
                <RowButton
                  label="Reverse"
                  subject={`${event.title} of ${event.investor}`}
                  onClick={() => undo(event)}
                />
              )
          : undefined
      }
    />
  );
}

type Preview = NonNullable<Argument<'previewTransfer'>>['query'];

/** Warns what a transfer in the form leaves unchanged: entries split on the shares before it, and accrued carry. */
function TransferWarnings({ vehicleId, values }: OfVehicle & { readonly values: Readonly<Record<string, unknown>> }) {
  const investorId = referenceId(values['investorId']);
  const kind = statusCode(values['kind']) as Preview['kind'] | null;
  const date = parseDate(values['date'], []).unwrapOr(null);
  const isTransfer = kind === 'TRANSFER_IN' || kind === 'TRANSFER_OUT';
  const amount = parseDecimal(values['amount'], []).isOk() ? { amount: String(values['amount']) } : {};
  const { data } = useRead(
    'previewTransfer',
    isTransfer && investorId !== null && date !== null
      ? { query: { vehicleId, investorId, kind, date, ...amount } }
      : skipToken,
  );
  return [data?.splitBefore, data?.unmovedCarry].map((warning) =>
    warning ? (
      <Banner key={warning.message} tone="warn">
        {warning.message}
      </Banner>
    ) : null,
  );
}
