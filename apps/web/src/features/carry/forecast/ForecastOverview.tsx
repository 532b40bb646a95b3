import { notDetermined } from '@carrara/contract/core/kinds';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { fields } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { RowAction } from '../../../record/run/ParticipantActions.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { showSourceDetails } from './dialogs.tsx';
import { ForecastSources, ForecastTable } from './ForecastTables.tsx';
import { withCurrencyCode, useExplainForecast, explainLink } from '../../../record/run/useExplainForecast.ts';

/** The totals of a forecast, its sources, and the expected amounts of each participant. */
export function ForecastOverview({ id }: ViewProps) {
  const { data } = useRead('getForecast', { params: { id } });
  const explain = useExplainForecast(id);
  if (!data) return <LoadingState />;
  const money = { kind: 'money', nullIs: notDetermined } as const;
  const { currency, isDetermined, totalGross, totalCarryAdjustment, totalNet, totalCarryDistributed, unallocated } =
    data;
  // A sum has no explanation if a part of it can't be computed.
  const why = (figure: Parameters<typeof explain>[0], amount: string | null) =>
    isDetermined ? explainLink(explain, figure, amount) : undefined;
  return (
    <Stack>
      <FigureStrip
        figures={[
          { label: withCurrencyCode('Gross', currency), ...money, value: totalGross, why: why('gross', totalGross) },
          { label: withCurrencyCode('Net', currency), ...money, value: totalNet, why: why('net', totalNet) },
          {
            label: withCurrencyCode('To participants', currency),
            ...money,
            value: totalCarryDistributed,
            why: why('distributed', totalCarryDistributed),
          },
          {
            label: withCurrencyCode('Unallocated', currency),
            ...money,
            value: unallocated,
            why: why('unallocated', unallocated),
          },
        ]}
      />
      <Panel title={withCurrencyCode('Sources', currency)} flush>
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
            <RowAction onClick={() => void showSourceDetails({ source, currency, explain })}>Details</RowAction>
          )}
        />
      </Panel>
      <Panel title={withCurrencyCode('Participant Summary', currency)} flush>
        <ForecastTable rows={data.forecastParticipants} total={totalCarryDistributed} explain={explain} />
      </Panel>
      <FieldGroups fields={fields.forecastFields} record={data} />
    </Stack>
  );
}
