import { useParams } from 'react-router-dom';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { Metrics } from '../../../record/profile/Metrics.tsx';

/** The metrics of an investment by date. If the address names a fund or coinvestment, those of its part. */
export function InvestmentMetrics({ id }: ViewProps) {
  const { fundOrCoinvestmentId } = useParams();
  const { data, error, refetch } = useRead('listInvestmentMetrics', {
    params: { id },
    query: { fundOrCoinvestmentId },
  });
  return data ? <Metrics metrics={data} /> : <ReadState error={error} onRetry={refetch} />;
}
