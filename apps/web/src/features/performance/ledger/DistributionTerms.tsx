import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { useRead } from '../../../api/calls.ts';

/** Names the carry terms that a fund lacks on a day, so that its distributions need typed amounts. Nothing if the terms are complete. */
export function DistributionTerms({ vehicleId, date }: { readonly vehicleId: string; readonly date: string }) {
  const { data } = useRead('getDistributionTerms', { params: { id: vehicleId }, query: { date } });
  if (data === undefined || data.missing.length === 0) return null;
  return (
    <Banner tone="warn">
      {`The carry terms can’t split this distribution, so choose typed amounts. ${data.missing.map(({ message }) => message).join(' ')}`}
    </Banner>
  );
}
