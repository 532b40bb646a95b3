import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { useParams } from 'react-router-dom';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { Metrics } from '../../../record/profile/Metrics.tsx';

/** The metrics of an investment by date. If the address names a fund or coinvestment, those of its part. */
export function InvestmentMetrics({ id }: ViewProps) {
  const { fundOrCoinvestmentId } = useParams();
  const { data, error, refetch } = useRead('listInvestmentMetrics', {
    params: { id },
    query: { fundOrCoinvestmentId },
  });
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  return data ? <Metrics metrics={data} /> : <LoadingState />;
}
