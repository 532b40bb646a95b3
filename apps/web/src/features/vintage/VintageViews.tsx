import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../app/screenTypes.ts';
import { RecordTable } from '../../record/RecordTable.tsx';
import { RecordOverview } from '../../record/RecordOverview.tsx';
import { Stack } from '../../record/Stack.tsx';
import { vintageRecord } from './vintageRecord.ts';

const transactions = { ...lists.listVintageTransactions, operation: 'listVintageTransactions' } as const;
const investments = { ...lists.listVintageInvestments, operation: 'listVintageInvestments' } as const;

/** Money that moved for the vintage's investments, and below it what the vintage is. */
export function VintageTransactions({ id }: ViewProps) {
  return (
    <Stack>
      <RecordTable list={transactions} params={{ id }} embedded />
      <RecordOverview record={vintageRecord} id={id} />
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
