import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { AccrualTable } from './AccrualTables.tsx';
import { useExplainRealization } from './useExplainRealization.ts';

/** The amounts of each participant over all sources, with explanations. */
export function RealizationDetails({ id }: ViewProps) {
  const { data } = useRead('getRealization', { params: { id } });
  const explain = useExplainRealization(id);
  if (!data) return <LoadingState />;
  return (
    <Panel title="Participant Summary" flush>
      <AccrualTable rows={data.participants} total={data.totalAccrued} explain={explain} />
    </Panel>
  );
}
