import { commitmentEventKinds } from '@carrara/domain/performance/ledger';
import type { Fields } from '@carrara/contract/core/fields';
import { parseDate } from '@carrara/domain/kernel';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Button } from '@mantine/core';
import { skipToken, useRead, useWrite } from '../../../api/calls.ts';
import type { Answer, Argument } from '../../../api/operations.ts';
import { useAllowed } from '../../../session/hooks.ts';
import { openLedgerDialog, codeOf, idOf, type OfVehicle } from './askLedger.ts';
import { LedgerTable } from './LedgerTable.tsx';

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
const answer = (value: unknown) => ({ YES: true, NO: false })[codeOf(value) ?? ''] ?? null;

/** The current commitment of each investor, and its changes. */
export function Commitments({ vehicleId }: OfVehicle) {
  const reading = useRead('listCommitments', { query: { vehicleId } });
  const { data: holdings = [] } = useRead('listHoldings', { query: { vehicleId } });
  const [save] = useWrite('saveCommitment');
  const [reverse] = useWrite('reverseCommitmentEvent');
  const mayEdit = useAllowed('fundLedger.edit');
  const add = async (existing?: Commitment) => {
    const fields: Fields = {
      investorId: { kind: 'reference', of: 'investor', title: 'Investor', required: true },
      kind: { kind: 'status', title: 'What', options: kinds, required: true },
      date: { kind: 'date', title: 'Date', required: true },
      amount: {
        kind: 'money',
        title: 'Amount',
        help: 'Enter a positive amount. A release or a transfer out lowers the commitment.',
      },
      paysFee: {
        kind: 'status',
        title: 'Pays fee',
        options: terms,
        help: 'Leave blank for no change. A new commitment pays by default.',
      },
      paysCarry: {
        kind: 'status',
        title: 'Pays carry',
        options: terms,
        help: 'Leave blank for no change. A new commitment pays by default.',
      },
      holdingId: {
        kind: 'status',
        title: 'Investment',
        options: holdings.map(({ id, name }) => ({ code: id, description: name })),
        help: 'Only if the investor is excused from an investment.',
      },
      description: { kind: 'longText', title: 'Description' },
    };
    await openLedgerDialog({
      title: existing ? `Change the commitment of ${existing.investor.name}` : 'Add commitment',
      fields,
      initial: {
        kind: kinds[existing ? 1 : 0],
        ...(existing ? { investorId: { id: existing.investor.id, name: existing.investor.name } } : {}),
      },
      message: 'The commitment was saved.',
      displayedBy: { vehicleId, field: 'date' },
      lead: ({ values }) => <SplitBefore vehicleId={vehicleId} values={values} />,
      save: ({ investorId, kind, paysFee, paysCarry, holdingId, ...values }) =>
        save({
          body: {
            ...values,
            vehicleId,
            investorId: idOf(investorId),
            kind: codeOf(kind),
            paysFee: answer(paysFee),
            paysCarry: answer(paysCarry),
            holdingId: codeOf(holdingId),
          } as Body,
        }),
    });
  };
  const undo = (event: { readonly id: string; readonly title: string }) =>
    openLedgerDialog({
      title: `Reverse ${event.title}`,
      fields: { reason: { kind: 'longText', title: 'Reason', required: true } },
      initial: {},
      saveLabel: 'Reverse',
      message: 'The change was reversed.',
      save: ({ reason }) => reverse({ params: { id: event.id }, body: { reason: String(reason) } }),
    });
  const events = (reading.data ?? []).flatMap(({ investor, events: own }) =>
    own.map((event) => ({ ...event, investor: investor.name, title: commitmentEventKinds[event.kind].title })),
  );
  const unchanged = new Set(
    events.flatMap(({ date, splitBefore }) =>
      splitBefore ? [`Transfer of ${formatDate(date)}: ${splitBefore.message}`] : [],
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
        actions={mayEdit ? <Button onClick={() => void add()}>Add commitment</Button> : null}
        rowActions={
          mayEdit
            ? (row) => (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={`Change ${row.investor.name}`}
                  onClick={() => void add(row)}
                >
                  Change
                </Button>
              )
            : undefined
        }
      />
      {events.length > 0 ? (
        <LedgerTable
          title="Commitment history"
          columns={eventColumns}
          reading={{ ...reading, data: events }}
          empty=""
          cells={{
            title: ({ title, isLate, reversesId, reversedById, splitBefore }) => (
              <>
                {title} {isLate ? <Tag>Late</Tag> : null}{' '}
                {reversedById ? <Tag>Reversed</Tag> : reversesId ? <Tag>Reversal</Tag> : null}
                {splitBefore ? <Tag>Later entries use old shares</Tag> : null}
              </>
            ),
          }}
          rowActions={
            mayEdit
              ? (event) =>
                  event.reversesId || event.reversedById ? null : (
                    <Button
                      variant="subtle"
                      size="compact-xs"
                      aria-label={`Reverse ${event.title} of ${event.investor}`}
                      onClick={() => void undo(event)}
                    >
                      Reverse
                    </Button>
                  )
              : undefined
          }
        />
      ) : null}
    </>
  );
}

type Preview = NonNullable<Argument<'previewTransfer'>>['query'];

/** Warns which entries a transfer in the form leaves split on the shares before it. */
function SplitBefore({ vehicleId, values }: OfVehicle & { readonly values: Readonly<Record<string, unknown>> }) {
  const investorId = idOf(values['investorId']);
  const kind = codeOf(values['kind']) as Preview['kind'] | null;
  const date = parseDate(values['date'], []).unwrapOr(null);
  const isTransfer = kind === 'TRANSFER_IN' || kind === 'TRANSFER_OUT';
  const { data } = useRead(
    'previewTransfer',
    isTransfer && investorId !== null && date !== null ? { query: { vehicleId, investorId, kind, date } } : skipToken,
  );
  return data ? <Banner tone="warn">{data.message}</Banner> : null;
}
