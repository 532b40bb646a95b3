import { notDetermined } from '@carrara/contract/core/kinds';
import { LoadingState } from '@carrara/ui/feedback';
import { FieldGroups, FigureStrip, Panel } from '@carrara/ui/profile';
import { fields } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { RowAction } from '../../../record/run/ParticipantActions.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { showSourceDetails } from './dialogs.tsx';
import { ForecastSources, ForecastTable } from './ForecastTables.tsx';
import { useExplainForecast, whyOf } from './useExplainForecast.ts';

/** What a forecast comes to, where it is expected from, and what everybody may expect of it. */
export function ForecastOverview({ id }: ViewProps) {
  const { data } = useRead('getForecast', { params: { id } });
  const explain = useExplainForecast(id);
  if (!data) return <LoadingState />;
  const money = { kind: 'money', nullIs: notDetermined } as const;
  const { isDetermined, totalGross, totalCarryAdjustment, totalNet, totalCarryDistributed, unallocated } = data;
  // A sum of which a part is not shared out has no derivation of its own.
  const why = (figure: Parameters<typeof explain>[0], amount: string | null) =>
    isDetermined ? whyOf(explain, figure, amount) : undefined;
  return (
    <Stack>
      <FigureStrip
        figures={[
          { label: 'Gross', ...money, value: totalGross, why: why('gross', totalGross) },
          { label: 'Net', ...money, value: totalNet, why: why('net', totalNet) },
          {
            label: 'To participants',
            ...money,
            value: totalCarryDistributed,
            why: why('distributed', totalCarryDistributed),
          },
          { label: 'Unallocated', ...money, value: unallocated, why: why('unallocated', unallocated) },
        ]}
      />
      <Panel title="Sources" flush>
        <ForecastSources
          sources={data.forecastSources}
          totals={{
            gross: totalGross,
            adjustment: totalCarryAdjustment,
            net: totalNet,
            unallocated,
            distributed: totalCarryDistributed,
          }}
          explain={explain}
          rowActions={(source) => (
            <RowAction onClick={() => void showSourceDetails({ source, explain })}>Details</RowAction>
          )}
        />
      </Panel>
      <Panel title="Participant Summary" flush>
        <ForecastTable rows={data.forecastParticipants} total={totalCarryDistributed} explain={explain} />
      </Panel>
      <FieldGroups fields={fields.forecastFields} record={data} />
    </Stack>
  );
}
