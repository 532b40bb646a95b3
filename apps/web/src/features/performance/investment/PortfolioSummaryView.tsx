import { skipToken, useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { PortfolioSummary } from '../../../statement/PortfolioSummary.tsx';
import { useInvestment } from './useInvestment.ts';

/** The securities of the holding: debt, equity and total. */
export function PortfolioSummaryView({ id }: ViewProps) {
  const { endDate, sourceId } = useInvestment(id);
  const { data, error, refetch } = useRead(
    'getInvestmentPortfolioSummary',
    endDate === undefined ? skipToken : { params: { endDate }, query: { investmentId: id, sourceId } },
  );
  return data ? <PortfolioSummary portfolio={data} /> : <ReadState error={error} onRetry={refetch} lines={10} />;
}
