import quietButtonStyles from '@carrara/ui/list/quietButton.module.css';
import { confirm } from '@carrara/ui/feedback/questions.tsx';
import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { runWithToast } from '../../api/runWithToast.ts';

/** An action for selected rows, in one call. */
export interface BulkAction<Row> {
  readonly label: string;
  readonly nameOf: (row: Row) => string;
  /** Returns why the action doesn't apply to a row; undefined if it does. */
  readonly whyNot: (row: Row) => string | undefined;
  /** The consequence, as a sentence; absent for an action that changes nothing, which is confirmed only if rows are left out. */
  readonly text?: string;
  /** The largest number of rows at once. */
  readonly most?: number;
  /** Returns what was done, as a sentence, if that isn't visible. */
  readonly run: (rows: readonly Row[]) => Promise<unknown>;
}

/** A file has at most this many chosen rows, because their ids are in its address. */
const mostInFile = 150;

export interface SelectionActionsProps<Row> {
  readonly rows: readonly Row[];
  readonly clear: () => void;
  /** The number of rows in the list without a selection. */
  readonly total: number;
  readonly bulkActions: readonly BulkAction<Row>[];
  readonly formats: readonly ('excel' | 'pdf')[];
  /** Exports some rows, or all that match without ids. */
  readonly onExport: (format: 'excel' | 'pdf', ids: readonly string[] | undefined) => void;
}

const titles = { excel: 'Excel', pdf: 'PDF' };

/** The actions of the bar above a list with selected rows: only those that apply to some of them. */
export function SelectionActions<Row extends { readonly id: string }>(props: SelectionActionsProps<Row>) {
  const { rows, clear, total, bulkActions, formats, onExport } = props;
  const areAll = rows.length === total;
  return (
    <>
      {bulkActions.map((action) => (
        <BulkButton key={action.label} action={action} rows={rows} onDone={clear} />
      ))}
      {rows.length <= mostInFile || areAll ? (
        <Menu position="bottom-start">
          <Menu.Target>
            <button type="button" className={quietButtonStyles.quiet}>
              <IconDownload size={15} aria-hidden />
              Export selected
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {formats.map((format) => (
              <Menu.Item
                key={format}
                onClick={() => onExport(format, rows.length <= mostInFile ? rows.map(({ id }) => id) : undefined)}
              >
                {titles[format]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <span>Select up to {mostInFile} rows, or all that match, to export them.</span>
      )}
    </>
  );
}

export interface BulkButtonProps<Row> {
  readonly action: BulkAction<Row>;
  readonly rows: readonly Row[];
  readonly onDone: () => void;
}

/** Runs an action for the selected rows that it applies to, after a confirmation that names the others. */
export function BulkButton<Row>({ action, rows, onDone }: BulkButtonProps<Row>) {
  const [isRunning, setRunning] = useState(false);
  const refused = rows.flatMap((row) => {
    const reason = action.whyNot(row);
    return reason === undefined ? [] : [{ row, reason }];
  });
  const applicable = rows.filter((row) => action.whyNot(row) === undefined);
  if (applicable.length === 0) return null;
  if (action.most !== undefined && applicable.length > action.most)
    return (
      <span>
        {action.label}: select up to {action.most} rows.
      </span>
    );
  const count = `${String(applicable.length)}${refused.length > 0 ? ` of ${String(rows.length)}` : ''}`;
  const run = async () => {
    const needsConfirmation = action.text !== undefined || refused.length > 0;
    const isConfirmed =
      !needsConfirmation ||
      (await confirm({
        title: `${action.label} ${count}`,
        text: (
          <>
            {action.text ? <p>{action.text}</p> : null}
            {refused.length > 0 ? (
              <>
                <p>These are left out:</p>
                <ul>
                  {refused.map(({ row, reason }) => (
                    <li key={action.nameOf(row)}>
                      {action.nameOf(row)}: {reason}
                    </li>
                  ))}
                </ul>
              </>
            ) : null}
          </>
        ),
        confirmLabel: action.label,
      }));
    if (!isConfirmed) return;
    setRunning(true);
    if (await runWithToast(() => action.run(applicable))) onDone();
    setRunning(false);
  };
  return (
    <button type="button" className={quietButtonStyles.quiet} disabled={isRunning} onClick={() => void run()}>
      {action.label} {count}
    </button>
  );
}
