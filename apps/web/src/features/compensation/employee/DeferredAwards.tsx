import { lists } from 'virtual:contract/tables';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { DeferredActions } from './DeferredActions.tsx';
import { useEmptyPay, useHasPayable } from './useHasPayable.ts';
import { RollForward } from './RollForward.tsx';

const list = lists.listDeferredAwards;

/** The deferred awards of all employees whose pay the person can see, by their ledgers. */
export function DeferredAwards() {
  const hasPayable = useHasPayable() === true;
  const firstStep = useEmptyPay('deferred award');
  return (
    <Stack>
      <RecordTable
        list={list}
        rowHref={(row) => `#/comp/deferred/${row.id}`}
        actions={hasPayable ? <DeferredActions /> : null}
        firstStep={firstStep}
      />
      <RollForward />
    </Stack>
  );
}
