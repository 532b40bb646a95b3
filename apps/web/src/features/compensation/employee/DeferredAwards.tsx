import { lists } from 'virtual:contract/tables';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { DeferredActions } from './DeferredActions.tsx';
import { RollForward } from './RollForward.tsx';

const list = { ...lists.listDeferredAwards, operation: 'listDeferredAwards' } as const;

/** The deferred awards of all employees whose pay the person can see, by their ledgers. */
export function DeferredAwards() {
  return (
    <Stack>
      <RecordTable list={list} rowHref={(row) => `#/comp/deferred/${row.id}`} actions={<DeferredActions />} />
      <RollForward />
    </Stack>
  );
}
