import { Button } from '@mantine/core';
import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { showInvestmentDetails } from './investmentDetails.tsx';

const investmentsView = <const O extends 'listFundInvestments' | 'listCoinvestmentInvestments'>(operation: O) => {
  const list = { ...lists[operation], operation };
  return function ContainerInvestments({ id }: ViewProps) {
    return (
      <RecordTable
        list={list}
        params={{ id }}
        embedded
        rowActions={({ investmentId, name }) => (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Details of ${String(name)}`}
            onClick={() =>
              void showInvestmentDetails({ investmentId: String(investmentId), name: String(name), holderId: id })
            }
          >
            Details
          </Button>
        )}
        rowHref={({ investmentId }) => `#/carry/investment/${String(investmentId)}/profile/tranche/${id}`}
      />
    );
  };
};

/** The investments of a fund. */
export const FundInvestments = investmentsView('listFundInvestments');

/** The investments of a coinvestment. */
export const CoinvestmentInvestments = investmentsView('listCoinvestmentInvestments');
