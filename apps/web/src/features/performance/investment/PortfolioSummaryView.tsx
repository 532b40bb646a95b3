import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { skipToken, useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { PortfolioSummary } from '../../../statement/PortfolioSummary.tsx';
import { useInvestment } from './useInvestment.ts';

/** The securities of the holding: debt, equity and total. */
export function PortfolioSummaryView({ id }: ViewProps) {
  const { endDate, sourceId } = useInvestment(id);
  const { data, error, refetch } = useRead(
    'getInvestmentPortfolioSummary',
    endDate === undefined ? skipToken : { params: { endDate }, query: { investmentId: id, sourceId } },
  );
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  return data ? <PortfolioSummary portfolio={data} /> : <LoadingState lines={10} />;
}
