import type { ActivityEntry } from '@carrara/contract/platform/activity/activity';
import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../frame/screenTypes.ts';
import { ActivityChanges } from './ActivityChanges.tsx';
import styles from '../notes/annotations.module.css';
import { RecordTable } from '../list/RecordTable.tsx';

const cells = {
  action: (entry: ActivityEntry) => <Action entry={entry} />,
  changes: ({ changes }: ActivityEntry) => <ActivityChanges changes={changes} />,
};

const changes = { field: 'changes', kind: 'longText', title: 'Changes', sortable: false } as const;
const listing = (list: typeof lists.listContainerActivity) => {
  const visible = list.columns
    // These fields have columns of their own.
    .filter(({ field }) => field !== 'reason' && field !== 'changeText')
    // The name appears below the action. The column chooser can display it separately.
    .map((column) => (column.field === 'objectName' ? { ...column, hidden: true } : column));
  return { ...list, columns: [...visible, changes, reason] };
};
const reason = { field: 'reason', kind: 'longText', title: 'Why' } as const;

/** The action and the record that it changed. */
const Action = ({ entry }: { readonly entry: ActivityEntry }) => (
  <span className={styles.action}>
    {entry.action}
    {entry.objectName ? <small>{entry.objectName}</small> : null}
  </span>
);

const ofContainer = listing(lists.listContainerActivity);

/** The history of a record and the records that belong to it, newest first: author, time, action, values before and after, and reason. */
export function ActivityView({ id }: ViewProps) {
  return <RecordTable list={ofContainer} params={{ id }} cells={cells} embedded />;
}
