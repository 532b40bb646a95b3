import type { Field, Fields } from '@carrara/contract/core/fields';
import { reportedFigures, type ReportedName, reportedNames } from '@carrara/domain/performance/period';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { Button } from '@mantine/core';
import { useFormWrite, useRead, useWrite } from '../../../api/calls.ts';
import { saveConfirmed } from '../../../record/editor/saveConfirmed.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { openLedgerDialog, statusCode, type OfVehicle } from './ledgerDialog.ts';
import { LedgerTable } from './LedgerTable.tsx';
import { openReversal } from './Reversal.tsx';

const columns = [
  { field: 'date', kind: 'date', title: 'Date' },
  { field: 'title', kind: 'text', title: 'Figure' },
  { field: 'investor', kind: 'text', title: 'Of' },
  { field: 'value', kind: 'money', title: 'Reported' },
  { field: 'bookedPeriod', kind: 'date', title: 'Quarter' },
  { field: 'description', kind: 'longText', title: 'Description' },
] as const;
const WHOLE = { code: 'FUND', description: 'The fund as a whole' };
const helps: Readonly<Partial<Record<ReportedName, string>>> = { irr: 'In percent.' };
/** A field per figure. */
const figureFields = Object.fromEntries(
  reportedNames.map((name): [string, Field] => {
    const { title, kind } = reportedFigures[name];
    return [
      name,
      {
        kind,
        title,
        negative: name !== 'commitment' && name !== 'unfunded',
        ...(helps[name] ? { help: helps[name] } : {}),
      },
    ];
  }),
);

/** Returns the names of the figures that have input. */
const enteredNames = (values: Readonly<Record<string, unknown>>) =>
  reportedNames.filter((name) => values[name] != null && values[name] !== '');

/** Figures reported by an administrator or a general partner. They are compared with the ledger and never replace it. */
export function ReportedFigures({ vehicleId }: OfVehicle) {
  const reading = useRead('listReported', { query: { vehicleId } });
  const { data: commitments = [] } = useRead('listCommitments', { query: { vehicleId } });
  const [save] = useFormWrite('saveReported');
  const [reverse] = useWrite('reverseReported');
  const mayEdit = useAllowed('fundLedger.edit');
  const add = () => {
    const fields: Fields = {
      subject: {
        kind: 'status',
        title: 'Of',
        options: [WHOLE, ...commitments.map(({ id, investor }) => ({ code: id, description: investor.name }))],
        required: true,
      },
      date: { kind: 'date', title: 'Date', required: true, help: 'The date of the figures.' },
      ...figureFields,
      description: { kind: 'longText', title: 'Description' },
    };
    return openLedgerDialog({
      title: 'Add reported figures',
      fields,
      initial: { subject: WHOLE },
      message: 'The reported figures were saved.',
      check: (values): Readonly<Record<string, string>> =>
        enteredNames(values).length > 0 ? {} : { nav: 'Enter at least one figure.' },
      rowFields: enteredNames,
      save: ({ subject, date, description, ...figures }) => {
        const code = statusCode(subject);
        const commitmentId = code === WHOLE.code ? null : code;
        const reports = enteredNames(figures).map((figure) => ({
          commitmentId,
          figure,
          date,
          value: figures[figure],
          description,
        }));
        return saveConfirmed((confirmation) => save({ body: { vehicleId, figures: reports, ...confirmation } }));
      },
    });
  };
  const withdraw = ({ id, title }: { readonly id: string; readonly title: string }) =>
    openReversal(title, {
      message: 'The figure was reversed.',
      save: (reason) => reverse({ params: { id }, body: { reason } }),
    });
  return (
    <LedgerTable
      title="Reported figures"
      columns={columns}
      cardsOnPhone
      reading={reading}
      cells={{
        investor: ({ investor }) => investor?.name ?? WHOLE.description,
        title: ({ title, counts, reversesId, reversedById, isLate, source }) => (
          <>
            {title} {isLate ? <Tag>Late</Tag> : null} {source?.kind === 'TRANSFER' ? <Tag>Transfer</Tag> : null}{' '}
            {counts ? null : <Tag>{reversedById ? 'Reversed' : reversesId ? 'Reversal' : 'Replaced'}</Tag>}
          </>
        ),
        value: ({ kind, value }) => <Value kind={kind} value={value} />,
      }}
      empty="No figures have been reported yet."
      actions={mayEdit ? <Button onClick={() => void add()}>Add reported figures</Button> : null}
      rowActions={
        mayEdit
          ? (row) =>
              // Figures from a data transfer change only through a later transfer, or disappear when it is undone.
              row.counts && row.source?.kind !== 'TRANSFER' ? (
                <RowButton
                  label="Reverse"
                  subject={`${row.title} of ${row.investor?.name ?? 'the fund'}`}
                  onClick={() => withdraw(row)}
                />
              ) : null
          : undefined
      }
    />
  );
}
