import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { showInvestmentDetails } from './investmentDetails.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';

const investmentsView = (list: typeof lists.listFundInvestments | typeof lists.listCoinvestmentInvestments) =>
  function ContainerInvestments({ id }: ViewProps) {
    return (
      <RecordTable
        list={list}
        params={{ id }}
        embedded
        rowActions={({ investmentId, name }) => (
          <RowButton
            label="Details"
            subject={`of ${String(name)}`}
            onClick={() =>
              showInvestmentDetails({ investmentId: String(investmentId), name: String(name), holderId: id })
            }
          />
        )}
        rowHref={({ investmentId }) => `#/carry/investment/${String(investmentId)}/profile/tranche/${id}`}
      />
    );
  };

export const FundInvestments = investmentsView(lists.listFundInvestments);

export const CoinvestmentInvestments = investmentsView(lists.listCoinvestmentInvestments);
