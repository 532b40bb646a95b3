import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { ChartSwitch } from '../../../record/chart/Charts.tsx';
import record from '../../../record/record.module.css';
import { RecordOverview } from '../../../record/profile/RecordOverview.tsx';
import { Stack } from '../../../record/Stack.tsx';
import styles from './participant.module.css';
import { AsOfInput } from '../../../record/editor/AsOfInput.tsx';
import { balanceFigures } from './balanceFigures.ts';
import { EmploymentHistory } from './EmploymentHistory.tsx';
import { type ParticipantKind, useDistributionCharts, useForecastCharts } from './participantCalls.ts';
import { employeeRecord, entityRecord, trustRecord } from './participantRecords.ts';

const records = { Employee: employeeRecord, Trust: trustRecord, Entity: entityRecord } as const;

/** The first tab of a participant: balances, distributions, forecasts and personal data. */
export const overviewOfParticipant = (kind: ParticipantKind) =>
  function ParticipantOverview({ id }: ViewProps) {
    return (
      <Stack>
        <Balances kind={kind} id={id} />
        <div className={record.charts}>
          <ChartSwitch label="Distributions by" {...useDistributionCharts(kind, id)} />
          <ChartSwitch label="Forecasts by" {...useForecastCharts(kind, id)} />
        </div>
        <RecordOverview record={records[kind]} id={id} />
        {kind === 'Employee' ? <EmploymentHistory id={id} /> : null}
      </Stack>
    );
  };

function Balances({ kind, id }: ViewProps & { readonly kind: ParticipantKind }) {
  const [asOf, setAsOf] = useState<string | null>(null);
  const { data } = useRead(`get${kind}Summary`, { params: { id }, query: asOf ? { asOf } : {} });
  // Several currencies get a line each, because they are never added up.
  const lines = data && data.byCurrency.length > 1 ? data.byCurrency : [data];
  return (
    <div>
      {lines.map((line) => (
        <FigureStrip
          key={line?.currency ?? 'all'}
          figures={balanceFigures(
            line,
            lines.length > 1 ? line?.currency : undefined,
            kind === 'Entity' ? 'accounts' : 'sources',
          )}
        />
      ))}
      <div className={styles.asOf}>
        <AsOfInput title="Balances as of" help="Leave blank for today." onChange={setAsOf} />
      </div>
    </div>
  );
}
