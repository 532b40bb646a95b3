import { smallChangesText } from '@carrara/contract/performance/close/smallChangesText';
import { changedNavBasis } from '@carrara/contract/performance/close/changedNavBasis';
import { changedPolicy } from '@carrara/contract/performance/close/changedPolicy';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { formatDate, formatInstant } from '@carrara/ui/value/formatDate.ts';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { Button, Group, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { skipToken, useRead } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { failureText } from '../../../api/failure.ts';
import type { Answer } from '../../../api/operations.ts';
import { ReadDialog } from '../../../record/profile/ReadDialog.tsx';

const figureColumns = [
  { field: 'name', kind: 'text', title: 'Of' },
  { field: 'title', kind: 'text', title: 'Figure' },
  { field: 'old', kind: 'money', title: 'Before' },
  { field: 'new', kind: 'money', title: 'After' },
  { field: 'difference', kind: 'money', title: 'Difference' },
] as const;
type Figure = Answer<'listPeriodChanges'>['figures'][number];
/** The kinds in which figures are displayed elsewhere, too. */
const displayStyle = { money: 'money', percent: 'return', rate: 'multiple' } as const;
/** Displays each figure by its own kind. */
const figureCells = Object.fromEntries(
  (['old', 'new', 'difference'] as const).map((field) => [
    field,
    (row: Figure) => <Value kind={displayStyle[row.kind]} value={row[field]} />,
  ]),
);
const accountColumns = [
  { field: 'label', kind: 'text', title: 'Row' },
  { field: 'period', kind: 'text', title: 'Period' },
  { field: 'old', kind: 'money', title: 'Before' },
  { field: 'new', kind: 'money', title: 'After' },
  { field: 'difference', kind: 'money', title: 'Difference' },
] as const;
const enteredColumns = [
  { field: 'effectiveDate', kind: 'date', title: 'Date' },
  { field: 'typeTitle', kind: 'text', title: 'What' },
  { field: 'subject', kind: 'text', title: 'Of' },
  { field: 'amount', kind: 'money', title: 'Amount' },
  { field: 'bookedPeriod', kind: 'date', title: 'Quarter' },
  { field: 'origin', kind: 'text', title: 'Entered by' },
  { field: 'enteredDate', kind: 'instant', title: 'Entered on' },
  { field: 'description', kind: 'longText', title: 'Description' },
] as const;
const reopenedColumns = [
  { field: 'date', kind: 'instant', title: 'On' },
  { field: 'by', kind: 'text', title: 'By' },
  { field: 'reason', kind: 'longText', title: 'Reason' },
] as const;

const files = [
  { format: 'excel', label: 'Excel' },
  { format: 'csv', label: 'CSV' },
  { format: 'application/pdf', label: 'PDF' },
] as const;
const tabs = { ENTRY: 'entries', COMMITMENT: 'commitments', VALUATION: 'holdings', REPORTED: null } as const;
type Entered = Answer<'listPeriodChanges'>['entered'][number];
/** Links each entry to its row in the ledger. */
const enteredCells = (vehicleId: string, onClose: () => void) => ({
  typeTitle: ({ id, kind, typeTitle, isLate }: Entered) => {
    const part = tabs[kind];
    return (
      <>
        {part === null ? (
          typeTitle
        ) : (
          <a href={`#/performance/fund/${vehicleId}/ledger?part=${part}&entry=${id}`} onClick={onClose}>
            {typeTitle}
          </a>
        )}{' '}
        {isLate ? <Tag>Late</Tag> : null}
      </>
    );
  },
  origin: ({ origin, source }: Entered) =>
    source?.kind === 'UPLOAD' ? (
      <a href={`#/performance/datamanagement/uploads/${source.id}`} onClick={onClose}>
        {origin}
      </a>
    ) : (
      origin
    ),
});

/** The changes of a quarter between two of its versions, or since one. */
export function ChangesDialog(props: {
  readonly vehicleId: string;
  readonly endDate: string;
  readonly onClose: () => void;
}) {
  const { vehicleId, endDate, onClose } = props;
  const params = { vehicleId, endDate };
  const { data: period } = useRead('getPeriod', { params, query: {} });
  const versions = (period?.versions ?? []).map(({ version }) => String(version));
  const [chosen, setChosen] = useState<{ readonly from?: string; readonly to?: string }>({});
  const from = chosen.from ?? versions[1] ?? versions[0];
  const to = chosen.to ?? (versions[1] === undefined ? 'NOW' : (versions[0] ?? 'NOW'));
  const { data, error, refetch } = useRead(
    'listPeriodChanges',
    from === undefined ? skipToken : { params, query: { from, to } },
  );
  const download = useDownload();
  const choices = (period?.versions ?? []).map(({ version, lockedDate, lockedBy }) => ({
    value: String(version),
    label: `Version ${String(version)}, locked ${formatInstant(lockedDate)}${lockedBy ? ` by ${lockedBy}` : ''}`,
  }));
  return (
    <ReadDialog
      title={`Changes in ${formatDate(endDate)}`}
      lead="Figures and capital account rows that differ, and the entries made in between."
      onClose={onClose}
    >
      <Select
        label="From"
        data={choices}
        value={from ?? null}
        allowDeselect={false}
        onChange={(value) => value && setChosen((before) => ({ ...before, from: value }))}
      />
      <Select
        label="To"
        data={[...choices, { value: 'NOW', label: 'Current figures' }]}
        value={to}
        allowDeselect={false}
        onChange={(value) => value && setChosen((before) => ({ ...before, to: value }))}
      />
      {error && !data ? (
        <ErrorState message={failureText(error)} onRetry={refetch} />
      ) : data ? (
        <>
          <Group gap="xs" my="sm">
            {files.map(({ format, label }) => (
              <Button
                key={format}
                variant="default"
                leftSection={<IconDownload size={15} aria-hidden />}
                onClick={() => void download('exportPeriodChanges', { params, query: { from, to, format } })}
              >
                {label}
              </Button>
            ))}
          </Group>
          <Changes data={data} vehicleId={vehicleId} onClose={onClose} />
        </>
      ) : (
        <LoadingState lines={8} />
      )}
    </ReadDialog>
  );
}

interface ChangesProps {
  readonly data: Answer<'listPeriodChanges'>;
  readonly vehicleId: string;
  readonly onClose: () => void;
}

/** The tables of what has changed, with the reasons. */
function Changes({ data, vehicleId, onClose }: ChangesProps) {
  const differing = data.figures.filter((row) => !row.readsAlike);
  const alike = data.figures.length - differing.length;
  return (
    <>
      {data.reopened.length > 0 ? (
        <TablePanel title="Reopened" columns={reopenedColumns} rows={data.reopened} rowKey={({ date }) => date} />
      ) : null}
      <TablePanel
        title="Figures"
        columns={figureColumns}
        rows={differing}
        cells={figureCells}
        rowKey={({ id, field }) => `${id} ${field}`}
        empty={alike === 0 ? 'No figure changed.' : 'No figure changed enough to show.'}
      />
      {alike > 0 ? <p>{smallChangesText(alike)}.</p> : null}
      {data.policy ? <p>{changedPolicy(data.policy)}</p> : null}
      {data.navBasis ? <p>{changedNavBasis(data.navBasis)}</p> : null}
      <TablePanel
        title="Capital account"
        columns={accountColumns}
        rows={data.account}
        cells={{ label: ({ row, label }) => `${String(row)} ${label}` }}
        rowKey={({ row, period }) => `${String(row)} ${period}`}
        empty="No row changed."
      />
      <TablePanel
        title="Entered in between"
        columns={enteredColumns}
        rows={data.entered}
        cells={enteredCells(vehicleId, onClose)}
        rowKey={({ id }) => id}
        empty="Nothing was entered."
      />
    </>
  );
}
