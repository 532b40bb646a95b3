import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../app/screenTypes.ts';
import { RecordTable } from '../../record/RecordTable.tsx';

const list = { ...lists.listInvestments, operation: 'listInvestments' } as const;

/** What a fund, or a coinvestment, holds. */
export function FundInvestments({ id }: ViewProps) {
  return (
    <RecordTable
      list={list}
      embedded
      query={() => ({ fundId: id })}
      rowHref={(row) => `#/carry/investment/${row.id}/profile/tranche/${id}`}
    />
  );
}
