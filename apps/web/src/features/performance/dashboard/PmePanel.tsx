import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { AgainstIndex } from '../../../period/AgainstIndex.tsx';
import type { PartProps } from './dashboardPart.tsx';

/** Compares the chosen fund with an index. There is no such measure for several funds together. */
export function PmePanel({ request }: PartProps) {
  const { fundId, endDate } = request.query ?? {};
  if (fundId && endDate) return <AgainstIndex fundId={fundId} endDate={endDate} />;
  return (
    <Panel title="Public market equivalent">
      <EmptyState text="Select a fund to compare it with an index." />
    </Panel>
  );
}
