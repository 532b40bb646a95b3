import { EmptyState } from '@carrara/ui/feedback';
import { Panel } from '@carrara/ui/profile';
import { AgainstIndex } from '../../../period/AgainstIndex.tsx';
import type { PartProps } from './dashboardPart.tsx';

/** The chosen fund against an index; of several funds there is no such measure. */
export function PmePanel({ asked }: PartProps) {
  const { fundId, endDate } = asked.query ?? {};
  if (fundId && endDate) return <AgainstIndex fundId={fundId} endDate={endDate} />;
  return (
    <Panel title="Public market equivalent">
      <EmptyState text="Select a fund to compare it with an index." />
    </Panel>
  );
}
