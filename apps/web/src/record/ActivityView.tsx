import type { ActivityEntry } from '@carrara/contract/activity';
import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../app/screenTypes.ts';
import { ActivityChanges } from './ActivityChanges.tsx';
import { wordsOf } from './wordsOf.ts';
import { RecordTable } from './RecordTable.tsx';
import type { RecordValue } from './recordDefinition.ts';

const entryOf = (row: RecordValue) => row as unknown as ActivityEntry;
const cells = {
  operation: (row: RecordValue) => wordsOf(entryOf(row).operation),
  changes: (row: RecordValue) => <ActivityChanges changes={entryOf(row).changes} />,
};

const changes = { field: 'changes', kind: 'longText', title: 'Changes', sortable: false } as const;
const listing = <const O extends 'listContainerActivity' | 'listActivity'>(operation: O) => {
  const { columns, ...list } = lists[operation];
  return { ...list, operation, columns: [...columns.filter(({ field }) => field !== 'reason'), changes, reason] };
};
const reason = { field: 'reason', kind: 'longText', title: 'Why' } as const;

const ofContainer = listing('listContainerActivity');

/** What happened to a record and to what belongs to it, newest first: who, when, what, each value before and after, and why. */
export function ActivityView({ id }: ViewProps) {
  return <RecordTable list={ofContainer} params={{ id }} cells={cells} embedded />;
}
