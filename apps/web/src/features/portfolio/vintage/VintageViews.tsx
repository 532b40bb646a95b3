import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { AllocationInForce } from '../../../record/AllocationInForce.tsx';
import { OverviewColumns } from '../../../record/OverviewColumns.tsx';
import { RecordTable } from '../../../record/RecordTable.tsx';
import { RecordOverview } from '../../../record/RecordOverview.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { vintageRecord } from './vintageRecord.ts';

const transactions = { ...lists.listVintageTransactions, operation: 'listVintageTransactions' } as const;
const investments = { ...lists.listVintageInvestments, operation: 'listVintageInvestments' } as const;

/** Money that moved for the vintage's investments, and below it who shares in the vintage and what it is. */
export function VintageTransactions({ id }: ViewProps) {
  return (
    <Stack>
      <RecordTable list={transactions} params={{ id }} embedded />
      <OverviewColumns main={<AllocationInForce id={id} />} aside={<RecordOverview record={vintageRecord} id={id} />} />
    </Stack>
  );
}

/** What the vintage holds. */
export function VintageInvestments({ id }: ViewProps) {
  return (
    <RecordTable
      list={investments}
      params={{ id }}
      embedded
      rowHref={({ investmentId }) => `#/carry/investment/${String(investmentId)}/profile/tranche`}
    />
  );
}
