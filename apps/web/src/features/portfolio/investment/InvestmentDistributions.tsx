import { lists } from 'virtual:contract/tables';
import { distributionHistory } from '../../../record/list/runLists.tsx';

/** The distributions of an investment by source. */
export const InvestmentDistributions = distributionHistory(lists.listInvestmentDistributions);
