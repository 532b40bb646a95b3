import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { AllocationInForce } from '../../../record/profile/AllocationInForce.tsx';
import { OverviewColumns } from '../../../record/profile/OverviewColumns.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { RecordOverview } from '../../../record/profile/RecordOverview.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { vintageRecord } from './vintageRecord.ts';

const transactions = lists.listVintageTransactions;
const investments = lists.listVintageInvestments;

/** The cash flows of the vintage's investments, then its allocation and fields. */
export function VintageTransactions({ id }: ViewProps) {
  return (
    <Stack>
      <RecordTable list={transactions} params={{ id }} embedded />
      <OverviewColumns main={<AllocationInForce id={id} />} aside={<RecordOverview record={vintageRecord} id={id} />} />
    </Stack>
  );
}

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
