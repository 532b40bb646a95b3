import { FigureStrip } from '@carrara/ui/profile';
import { useRead } from '../../api/calls.ts';
import type { ViewProps } from '../../app/screenTypes.ts';
import { ChartSwitch } from '../../record/Charts.tsx';
import record from '../../record/record.module.css';
import { RecordOverview } from '../../record/RecordOverview.tsx';
import { Stack } from '../../record/Stack.tsx';
import { EmploymentHistory } from './EmploymentHistory.tsx';
import { type ParticipantKind, useDistributionCharts, useForecastCharts } from './participantCalls.ts';
import { employeeRecord, entityRecord, trustRecord } from './participantRecords.ts';

const records = { Employee: employeeRecord, Trust: trustRecord, Entity: entityRecord } as const;

/** The first tab of a participant: balances, what was distributed, what is forecast, and the fields. */
export const overviewOfParticipant = (kind: ParticipantKind) =>
  function ParticipantOverview({ id }: ViewProps) {
    return (
      <Stack>
        <Balances kind={kind} id={id} />
        <div className={record.charts}>
          <ChartSwitch label="Distributions by" charts={useDistributionCharts(kind, id)} />
          <ChartSwitch label="Forecasts by" charts={useForecastCharts(kind, id)} />
        </div>
        <RecordOverview record={records[kind]} id={id} />
        {kind === 'Employee' ? <EmploymentHistory id={id} /> : null}
      </Stack>
    );
  };

function Balances({ kind, id }: ViewProps & { readonly kind: ParticipantKind }) {
  const { data } = useRead(`get${kind}Summary`, { params: { id } });
  const figures = [
    { label: 'Carry distributed', kind: 'money', value: data?.totalCarryDistributed },
    { label: 'Net distributed', kind: 'money', value: data?.totalNetDistributed },
    { label: 'Carry balance', kind: 'money', value: data?.carryBalance },
    { label: 'Escrow held', kind: 'money', value: data?.escrowHeld },
    { label: 'Forecast carry', kind: 'money', value: data?.forecastedCarry },
    {
      label: 'Clawback',
      kind: 'money',
      value: data?.clawback,
      note: data && data.clawback === null ? 'not determined' : undefined,
    },
  ] as const;
  return <FigureStrip figures={figures} />;
}
