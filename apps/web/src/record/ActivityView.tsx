import type { ActivityEntry } from '@carrara/contract/platform/activity';
import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../frame/screenTypes.ts';
import { ActivityChanges } from './ActivityChanges.tsx';
import styles from './annotations.module.css';
import { RecordTable } from './RecordTable.tsx';
import type { RecordValue } from './recordDefinition.ts';

const entryOf = (row: RecordValue) => row as unknown as ActivityEntry;
const cells = {
  deed: (row: RecordValue) => <Deed entry={entryOf(row)} />,
  changes: (row: RecordValue) => <ActivityChanges changes={entryOf(row).changes} />,
};

const changes = { field: 'changes', kind: 'longText', title: 'Changes', sortable: false } as const;
const listing = <const O extends 'listContainerActivity' | 'listActivity'>(operation: O) => {
  const { columns, ...list } = lists[operation];
  const shown = columns
    // The changes are shown one by one instead of as one text.
    .filter(({ field }) => field !== 'reason' && field !== 'changeText')
    // It stands below what was done; the chooser can show it by itself.
    .map((column) => (column.field === 'objectName' ? { ...column, hidden: true } : column));
  return { ...list, operation, columns: [...shown, changes, reason] };
};
const reason = { field: 'reason', kind: 'longText', title: 'Why' } as const;

/** What was done, and to which record. */
const Deed = ({ entry }: { readonly entry: ActivityEntry }) => (
  <span className={styles.deed}>
    {entry.deed}
    {entry.objectName ? <small>{entry.objectName}</small> : null}
  </span>
);

const ofContainer = listing('listContainerActivity');

/** What happened to a record and to what belongs to it, newest first: who, when, what, each value before and after, and why. */
export function ActivityView({ id }: ViewProps) {
  return <RecordTable list={ofContainer} params={{ id }} cells={cells} embedded />;
}
