import { isPayFile } from '@carrara/contract/core/fileTypes';
import { csvSheet } from '@carrara/domain/platform/upload';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDecimal } from '@carrara/ui/value/formatDecimal.ts';
import { formatInstant } from '@carrara/ui/value/formatDate.ts';
import { FiguresBeforeAndAfter } from './FiguresBeforeAndAfter.tsx';
import type { UploadReport } from './fileTypes.ts';
import styles from './dataManagement.module.css';

const effectColumns = [
  { field: 'kind', kind: 'text', title: 'Records' },
  { field: 'created', kind: 'count', title: 'Created' },
  { field: 'updated', kind: 'count', title: 'Changed' },
  { field: 'newVersions', kind: 'count', title: 'New versions' },
  { field: 'unchanged', kind: 'count', title: 'Unchanged' },
] as const;
const sumColumns = [
  { field: 'kind', kind: 'text', title: 'Pay type' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'amount', kind: 'money', title: 'Amount' },
  { field: 'rows', kind: 'count', title: 'Rows' },
  { field: 'people', kind: 'count', title: 'People' },
] as const;
const errorColumns = [
  { field: 'sheet', kind: 'text', title: 'Sheet' },
  { field: 'row', kind: 'count', title: 'Row' },
  { field: 'column', kind: 'text', title: 'Column' },
  { field: 'reason', kind: 'longText', title: 'Reason' },
] as const;
const changeColumns = [
  { field: 'kind', kind: 'text', title: 'Records' },
  { field: 'record', kind: 'text', title: 'Record' },
  { field: 'field', kind: 'text', title: 'Field' },
  { field: 'before', kind: 'longText', title: 'Before' },
  { field: 'after', kind: 'longText', title: 'After' },
] as const;
const reversalColumns = [
  { field: 'vehicle', kind: 'text', title: 'Vehicle' },
  { field: 'date', kind: 'date', title: 'Date' },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'amount', kind: 'money', title: 'Amount' },
] as const;
const conflictText = ({ changed, missing }: NonNullable<UploadReport['conflict']>) =>
  [
    changed > 0 ? `${counted(changed)} with different values.` : '',
    missing > 0 ? `${counted(missing)} from an earlier file missing in this one.` : '',
    'Update saves the values in this file, replacing existing ones, and leaves the rest unchanged.',
    missing > 0
      ? 'Overwrite does the same and also reverses earlier imported entries that this file doesn’t contain.'
      : 'Overwrite would also reverse earlier imported entries that this file doesn’t contain. There are none.',
  ].join(' ');
/** Describes a file that changes nothing that exists, but doesn't contain everything that earlier files created. */
const onlyMissingText = (missing: number) =>
  `This file changes no existing data, but ${missing === 1 ? '1 record of an earlier file for the same dates isn’t in this file' : `${counted(missing)} records of earlier files for the same dates aren’t in this file`}. Update leaves missing records unchanged. Overwrite removes them.`;
const counted = (number: number) => formatDecimal(String(number), 0);

const displayedFigures = (figures: UploadReport['figures'], title: string) =>
  figures.length > 0 ? <FiguresBeforeAndAfter figures={figures} title={title} /> : null;

interface RemarksProps {
  readonly tone: 'info' | 'warn';
  readonly noun: string;
  readonly texts: readonly string[];
  readonly isOpen: boolean;
}

/** A banner for all remarks of a kind, with their number. */
const Remarks = ({ tone, noun, texts, isOpen }: RemarksProps) => (
  <Banner tone={tone}>
    {texts.length === 1 ? (
      texts[0]
    ) : (
      <details open={isOpen}>
        <summary>
          {counted(texts.length)} {noun}s
        </summary>
        <ul className={styles.remarks}>
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
    )}
  </Banner>
);

/** The effects of a file, and every row that prevents the upload. */
export function CheckReport({ report }: { readonly report: UploadReport }) {
  const { effects, sums, errors, notes, warnings, status, figures, undone } = report;
  const isOpen = status === 'PENDING';
  const hasErrors = errors.length > 0;
  // The remarks on a pay file can be about payments.
  const isPay = isPayFile(report.fileType);
  const done = undone ? 'Undone changes' : 'Completed changes';
  return (
    <div className={styles.report}>
      {undone ? <Undone undone={undone} /> : null}
      {hasErrors ? <RowErrors errors={errors} /> : null}
      {isOpen ? <Consequences report={report} /> : null}
      {effects.length > 0 ? (
        <TablePanel
          title={hasErrors ? 'Changes from the rows without errors' : isOpen ? 'Planned changes' : done}
          label="Effects"
          columns={effectColumns}
          rows={effects}
          rowKey={({ kind }) => kind}
          density="compact"
        />
      ) : null}
      {notes.length > 0 ? <Remarks tone="info" noun="note" texts={notes} isOpen={isPay} /> : null}
      {warnings.length > 0 && !undone ? <Remarks tone="warn" noun="warning" texts={warnings} isOpen={isPay} /> : null}
      {sums.length > 0 ? (
        <TablePanel
          title={hasErrors ? 'Amounts in the rows without errors' : 'Amounts in the file'}
          label="Sums"
          columns={sumColumns}
          rows={sums}
          rowKey={({ kind, currency }) => `${kind} ${currency}`}
          density="compact"
        />
      ) : null}
      {undone
        ? null
        : displayedFigures(
            figures,
            !isOpen
              ? 'Figures before and after, as computed at the time'
              : report.conflict?.figures.length
                ? 'Figures before and after Update'
                : 'Figures before and after',
          )}
      {isOpen && report.conflict ? <Overwriting conflict={report.conflict} /> : null}
      <Changes {...report} />
    </div>
  );
}

const Undone = ({ undone }: { readonly undone: NonNullable<UploadReport['undone']> }) => (
  <>
    <Banner tone="warn">
      Undone by {undone.by} on {formatInstant(undone.date)}: {undone.reason}
    </Banner>
    {undone.notes.map((note) => (
      <Banner key={note} tone="info">
        {note}
      </Banner>
    ))}
    {displayedFigures(undone.figures, 'Figures before and after the import was undone, as computed then')}
  </>
);

function RowErrors({ errors }: Pick<UploadReport, 'errors'>) {
  const hasSheets = errors.some(({ sheet }) => sheet !== csvSheet);
  return (
    <>
      <Banner tone="bad">
        {errors.length === 1 ? '1 row error' : `${counted(errors.length)} row errors`}. This file changes nothing, not
        even from the rows without errors. Correct it and upload it again.
      </Banner>
      <Panel title="Row errors" flush>
        <div className={styles.tall}>
          <DataTable
            label="Row errors"
            columns={errorColumns.filter(({ field }) => field !== 'sheet' || hasSheets)}
            rows={errors}
            rowKey={(error) => `${error.sheet} ${String(error.row)} ${String(error.column)} ${error.reason}`}
            density="compact"
          />
        </div>
      </Panel>
    </>
  );
}

/** Warns before the confirmation that the file changes existing data, or can't be undone. */
function Consequences({ report: { conflict, errors, effects, canUndo } }: { readonly report: UploadReport }) {
  const updates = effects.some(({ updated, newVersions }) => updated > 0 || newVersions > 0);
  return (
    <>
      {conflict ? (
        <Banner tone="warn">
          {conflict.changed > 0
            ? `Some of this data already exists. Do you want to update or overwrite it? ${conflictText(conflict)}`
            : onlyMissingText(conflict.missing)}
        </Banner>
      ) : null}
      {errors.length === 0 && updates && !conflict ? (
        <Banner tone="warn">This file changes existing records. Confirm to update them. Nothing is deleted.</Banner>
      ) : null}
      {errors.length === 0 && !canUndo ? (
        <Banner tone="warn">You can’t undo this import once you confirm it.</Banner>
      ) : null}
    </>
  );
}

/** The entries that Overwrite reverses, and the figures of their vehicles. */
function Overwriting({ conflict }: { readonly conflict: NonNullable<UploadReport['conflict']> }) {
  const { missing, reversals, figures, refusals } = conflict;
  const rows = reversals.map((entry, i) => ({ ...entry, id: String(i) }));
  return (
    <>
      {refusals.length > 0 ? (
        <Banner tone="bad">You can’t overwrite with this file. {refusals.join(' ')}</Banner>
      ) : null}
      {rows.length > 0 ? (
        <Panel title={`Entries that Overwrite reverses (${counted(missing)})`} flush>
          <div className={styles.tall}>
            <DataTable
              label="Entries that Overwrite reverses"
              cardsOnPhone
              columns={reversalColumns}
              rows={rows}
              rowKey={({ id }) => id}
              density="compact"
            />
          </div>
          <Unlisted count={missing - rows.length} />
        </Panel>
      ) : null}
      {displayedFigures(figures, 'Figures before and after Overwrite')}
    </>
  );
}

const Unlisted = ({ count }: { readonly count: number }) =>
  count > 0 ? <p className={styles.rest}>and {counted(count)} more (not listed here)</p> : null;

/** The first changes of existing records, and the number of all. */
function Changes({ changes, numberOfChanges }: Pick<UploadReport, 'changes' | 'numberOfChanges'>) {
  if (changes.length === 0) return null;
  return (
    <Panel title={`Changes to existing records (${counted(numberOfChanges)})`} flush>
      <div className={styles.tall}>
        <DataTable
          label="Changes"
          columns={changeColumns}
          rows={changes}
          rowKey={({ kind, record, field }) => `${kind} ${record} ${field}`}
          density="compact"
        />
      </div>
      <Unlisted count={numberOfChanges - changes.length} />
    </Panel>
  );
}
