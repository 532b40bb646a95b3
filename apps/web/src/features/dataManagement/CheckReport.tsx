import { Banner } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { Panel } from '@carrara/ui/profile';
import { formatDecimal } from '@carrara/ui/value';
import type { UploadReport } from './fileTypes.ts';
import styles from './dataManagement.module.css';

const effectColumns = [
  { field: 'kind', kind: 'text', title: 'Records' },
  { field: 'created', kind: 'count', title: 'Created' },
  { field: 'updated', kind: 'count', title: 'Changed' },
  { field: 'newVersions', kind: 'count', title: 'New versions' },
  { field: 'unchanged', kind: 'count', title: 'Unchanged' },
] as const;
const errorColumns = [
  { field: 'sheet', kind: 'text', title: 'Sheet' },
  { field: 'row', kind: 'count', title: 'Row' },
  { field: 'column', kind: 'text', title: 'Column' },
  { field: 'reason', kind: 'longText', title: 'Reason' },
] as const;
const counted = (number: number) => formatDecimal(String(number), 0);

/** What a file does or would do, and every row that stands against it. */
export function CheckReport({ report }: { readonly report: UploadReport }) {
  const { effects, errors, notes, status } = report;
  const isOpen = status === 'PENDING';
  const updates = effects.some(({ updated, newVersions }) => updated > 0 || newVersions > 0);
  return (
    <div className={styles.report}>
      {errors.length > 0 ? (
        <>
          <Banner tone="bad">
            {errors.length === 1 ? '1 row error' : `${counted(errors.length)} row errors`}. Nothing is changed by this
            file; correct it and upload it again.
          </Banner>
          <Panel title="Row errors" flush>
            <div className={styles.tall}>
              <DataTable
                label="Row errors"
                columns={errorColumns}
                rows={errors}
                rowKey={(error) => `${error.sheet} ${String(error.row)} ${String(error.column)} ${error.reason}`}
                density="compact"
              />
            </div>
          </Panel>
        </>
      ) : null}
      {notes.map((note) => (
        <Banner key={note} tone="info">
          {note}
        </Banner>
      ))}
      {isOpen && errors.length === 0 && updates ? (
        <Banner tone="warn">
          Records that exist already are changed by this file. Confirm to update them; nothing is deleted.
        </Banner>
      ) : null}
      {effects.length > 0 ? (
        <Panel title={isOpen ? 'What will be done' : 'What was done'} flush>
          <DataTable
            label="Effects"
            columns={effectColumns}
            rows={effects}
            rowKey={({ kind }) => kind}
            density="compact"
          />
        </Panel>
      ) : null}
    </div>
  );
}
