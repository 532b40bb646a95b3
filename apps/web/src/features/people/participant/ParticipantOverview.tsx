import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { ChartSwitch } from '../../../record/chart/Charts.tsx';
import { type CurrencyChoice, useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import record from '../../../record/record.module.css';
import { RecordOverview } from '../../../record/profile/RecordOverview.tsx';
import { Stack } from '../../../record/Stack.tsx';
import styles from './participant.module.css';
import { AsOfInput } from '../../../record/editor/AsOfInput.tsx';
import { balanceFigures } from './balanceFigures.ts';
import { EmploymentHistory } from './EmploymentHistory.tsx';
import {
  distributionCharts,
  forecastCharts,
  type ParticipantKind,
  useDistributionReads,
  useForecastReads,
} from './participantCalls.ts';
import { employeeRecord, entityRecord, trustRecord } from './participantRecords.ts';

const records = { Employee: employeeRecord, Trust: trustRecord, Entity: entityRecord } as const;

/** The first tab of a participant: balances, distributions, forecasts and personal data. */
export const overviewOfParticipant = (kind: ParticipantKind) =>
  function ParticipantOverview({ id }: ViewProps) {
    const [asOf, setAsOf] = useState<string | null>(null);
    const { data: summary } = useRead(`get${kind}Summary`, { params: { id }, query: asOf ? { asOf } : {} });
    const distributions = useDistributionReads(kind, id);
    const forecasts = useForecastReads(kind, id);
    const money = useCurrencyChoice(
      summary?.byCurrency,
      ...[...Object.values(distributions), ...Object.values(forecasts)].map(({ data }) => data),
    );
    return (
      <Stack>
        <div>
          {money.chooser}
          <Balances summary={summary} money={money} counted={kind === 'Entity' ? 'accounts' : 'sources'} />
          <div className={styles.asOf}>
            <AsOfInput title="Balances as of" help="Leave blank for today." onChange={setAsOf} />
          </div>
        </div>
        <div className={record.charts}>
          <ChartSwitch label="Distributions by" charts={distributionCharts(kind, distributions, money)} />
          <ChartSwitch label="Forecasts by" charts={forecastCharts(forecasts, money)} />
        </div>
        <RecordOverview record={records[kind]} id={id} />
        {kind === 'Employee' ? <EmploymentHistory id={id} /> : null}
      </Stack>
    );
  };

interface BalancesProps {
  /** Undefined while it loads. */
  readonly summary: Answer<'getEmployeeSummary'> | undefined;
  readonly money: CurrencyChoice;
  readonly counted: string;
}

/** The balances in the chosen currency. Without any entries, they are zero in none. */
function Balances({ summary, money, counted }: BalancesProps) {
  const isEmpty = !summary || summary.byCurrency.length === 0;
  const [line] = isEmpty ? [summary] : money.inCurrency(summary.byCurrency);
  if (summary && !line) return <EmptyState text={`Nothing was recorded by this day${money.ending}.`} />;
  return <FigureStrip figures={balanceFigures(line, money.chooser && line ? line.currency : undefined, counted)} />;
}
