import { useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import type { SliceView } from '../../../record/run/sliceViews.ts';

const amounts = (slices: Answer<'chartDistributionsBySector'> | undefined) =>
  slices?.map(({ totalCarryDistributed: amount, ...slice }) => ({ ...slice, amount }));

/** Charts of the distributed amounts by sector, fund, coinvestment, source and year. */
export function useDistributionSlices(): readonly SliceView[] {
  return [
    { id: 'sectorId', title: 'Sector', slices: amounts(useRead('chartDistributionsBySector', undefined).data), top: 7 },
    { id: 'fundId', title: 'Fund', slices: amounts(useRead('chartDistributionsByFund', undefined).data), top: 7 },
    {
      id: 'coinvestmentId',
      title: 'Coinvestment',
      slices: amounts(useRead('chartDistributionsByCoinvestment', undefined).data),
      top: 7,
    },
    {
      id: 'sourceId',
      title: 'Source',
      slices: amounts(useRead('chartDistributionsByInvestment', undefined).data),
      top: 10,
    },
    { id: 'year', title: 'Time', slices: amounts(useRead('chartDistributionsByYear', undefined).data) },
  ];
}
