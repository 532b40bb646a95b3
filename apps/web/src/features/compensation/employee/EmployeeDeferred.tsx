import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { DeferredActions } from './DeferredActions.tsx';

const list = lists.listDeferredAwards;

/** The deferred awards of an employee. */
export function EmployeeDeferred({ id }: ViewProps) {
  return (
    <RecordTable
      list={list}
      query={() => ({ employeeId: id })}
      rowHref={(row) => `#/comp/deferred/${row.id}`}
      actions={<DeferredActions employeeId={id} />}
      embedded
      ownState
    />
  );
}
