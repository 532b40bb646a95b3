import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../app/screenTypes.ts';
import { RecordTable } from '../../record/RecordTable.tsx';

const heldBy = <const O extends 'listFundInvestments' | 'listCoinvestmentInvestments'>(operation: O) => {
  const list = { ...lists[operation], operation };
  return function HeldInvestments({ id }: ViewProps) {
    return (
      <RecordTable
        list={list}
        params={{ id }}
        embedded
        rowHref={({ investmentId }) => `#/carry/investment/${String(investmentId)}/profile/tranche/${id}`}
      />
    );
  };
};

/** What a fund holds. */
export const FundInvestments = heldBy('listFundInvestments');

/** What a coinvestment holds. */
export const CoinvestmentInvestments = heldBy('listCoinvestmentInvestments');
