import type { Distribution } from '@carrara/contract/distributionRecord';
import { ErrorState, LoadingState } from '@carrara/ui/feedback';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { failureText } from '../../api/failure.ts';
import { skipToken, useRead } from '../../api/calls.ts';
import type { ScreenProps } from '../../app/screenTypes.ts';
import { DistributionForm } from './DistributionForm.tsx';

/** Creates a distribution or changes a draft; which of them follows from the address. */
export function DistributionEditor(_props: ScreenProps) {
  const { id } = useParams();
  const { data, error, refetch } = useRead('getDistribution', id ? { params: { id } } : skipToken);
  const [seen, setSeen] = useState<Distribution>();
  if (!id) return <DistributionForm key="new" seen={undefined} />;
  // What is being typed stays: a live update behind the editor must not take its place.
  const current = seen?.id === id ? seen : data?.id === id ? data : undefined;
  if (current && seen !== current) setSeen(current);
  if (error && !current)
    return (
      <ErrorState message={error.status === 404 ? 'Distribution not found' : failureText(error)} onRetry={refetch} />
    );
  if (!current) return <LoadingState lines={12} />;
  return (
    <DistributionForm
      key={`${current.id} ${String(current.rowVersion)}`}
      seen={current}
      onReload={setSeen}
      latest={async () => ((await (refetch() as unknown as Promise<{ data?: Distribution }>)) ?? {}).data}
    />
  );
}
