import { lists } from 'virtual:contract/tables';
import { distributionHistory, forecastHistory } from '../../../record/list/runLists.tsx';

/** The distributions of a coinvestment by source. */
export const CoinvestmentDistributions = distributionHistory(lists.listCoinvestmentDistributions);

export const CoinvestmentForecasts = forecastHistory(lists.listCoinvestmentForecasts);
