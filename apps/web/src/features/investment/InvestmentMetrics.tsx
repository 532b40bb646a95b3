import { ErrorState, LoadingState } from '@carrara/ui/feedback';
import { failureText } from '../../api/failure.ts';
import { useRead } from '../../api/calls.ts';
import type { ViewProps } from '../../app/screenTypes.ts';
import { Metrics } from '../../record/Metrics.tsx';

/** The figures of an investment, date by date. */
export function InvestmentMetrics({ id }: ViewProps) {
  const { data, error, refetch } = useRead('listInvestmentMetrics', { params: { id } });
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  return data ? <Metrics metrics={data} /> : <LoadingState />;
}
