import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../app/screenTypes.ts';
import { RecordTable } from './RecordTable.tsx';

const list = { ...lists.listCarryActivity, operation: 'listCarryActivity' } as const;

/** What happened to a record, newest first. */
export function ActivityView({ id }: ViewProps) {
  return <RecordTable list={list} params={{ id }} embedded ownState />;
}
