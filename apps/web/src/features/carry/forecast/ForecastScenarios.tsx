import type { ForecastScenarios as Scenarios } from '@carrara/contract/carry/run/forecastRecord';
import { notDetermined, type Reference } from '@carrara/contract/core/kinds';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { Texts } from '../../../record/run/Texts.tsx';
import {
  type ExplainForecast,
  type ForecastLocation,
  withCurrencyCode,
  useExplainForecast,
} from '../../../record/run/useExplainForecast.ts';

const steps = ['0.1', '0.25', '0.5', '1'];

/** Compares a forecast with variants of it in which every multiple is lower or higher. */
export function ForecastScenarios({ id }: ViewProps) {
  const [step, setStep] = useState('0.25');
  const { currentData: data, error, refetch } = useRead('getForecastScenarios', { params: { id }, query: { step } });
  const { data: forecast } = useRead('getForecast', { params: { id } });
  const explain = useExplainForecast(id);
  return (
    <>
      <Panel title="Change the multiple of every source by">
        <SegmentedControl
          size="xs"
          aria-label="Step"
          value={step}
          onChange={setStep}
          data={steps.map((value) => ({ value, label: valueText('multiple', value) }))}
        />
      </Panel>
      {error ? <ErrorState message={failureText(error)} onRetry={refetch} /> : null}
      {data ? (
        <SideBySide data={data} currency={forecast?.currency} explain={explain} />
      ) : error ? null : (
        <LoadingState lines={10} />
      )}
    </>
  );
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly kind: 'money' | 'multiple';
  readonly figure: Parameters<ExplainForecast>[0];
  readonly location: ForecastLocation;
  readonly amounts: readonly (string | null)[];
  readonly rows: readonly Row[];
}

const totals = [
  ['gross', 'Gross', 'totalGross'],
  ['net', 'Net', 'totalNet'],
  ['distributed', 'To participants', 'totalCarryDistributed'],
  ['unallocated', 'Unallocated', 'unallocated'],
] as const;

const titleOf = (step: string) =>
  /[1-9]/.test(step)
    ? `${step.startsWith('-') ? '−' : '+'}${valueText('multiple', step.replace('-', ''))}`
    : 'Forecast';

interface SideBySideProps {
  readonly data: Scenarios;
  readonly currency: Reference | null | undefined;
  readonly explain: ExplainForecast;
}

/** The totals, the sources and the participants in each scenario. */
function SideBySide({ data, ...props }: SideBySideProps) {
  const { scenarios, sources, participants } = data;
  const reasons = scenarios.flatMap(({ step, problems }) =>
    problems.map(({ message }) => `${titleOf(step)}: ${message}`),
  );
  const table = (title: string, first: string, rows: readonly Row[]) => (
    <ScenarioTable {...props} scenarios={scenarios} title={title} first={first} rows={rows} />
  );
  return (
    <>
      <Texts tone="bad" texts={reasons} />
      {table('Totals', 'Total', totalRows(scenarios))}
      {table('Net by source', 'Source', sources.map(sourceRow))}
      {table(
        'Forecast carry by participant',
        'Participant',
        participants.map(({ participant: { participantId, name }, figures }) =>
          rowOf(participantId, name, 'carry', figures, { participantId }),
        ),
      )}
    </>
  );
}

const rowOf = (
  id: string,
  name: string,
  figure: Row['figure'],
  amounts: Row['amounts'],
  location: ForecastLocation = {},
): Row => ({ id, name, kind: figure === 'multiple' ? 'multiple' : 'money', figure, location, amounts, rows: [] });

const totalRows = (scenarios: Scenarios['scenarios']): readonly Row[] =>
  totals.map(([id, name, field]) =>
    rowOf(
      id,
      name,
      id,
      scenarios.map((scenario) => scenario[field]),
    ),
  );

/** The net carry of a source, with its multiple and its gross carry below. */
function sourceRow({ id, name, figures }: Scenarios['sources'][number]): Row {
  const amounts = (field: keyof (typeof figures)[number]) => figures.map((figure) => figure[field]);
  const location = { sourceId: id };
  return {
    ...rowOf(id, name, 'net', amounts('netCarryDistributed'), location),
    rows: [
      rowOf('multiple', 'Multiple', 'multiple', amounts('multiple'), location),
      rowOf('gross', 'Gross', 'gross', amounts('grossCarryDistributed'), location),
    ],
  };
}

interface ScenarioTableProps extends Omit<SideBySideProps, 'data'> {
  readonly scenarios: Scenarios['scenarios'];
  readonly title: string;
  readonly first: string;
  readonly rows: readonly Row[];
}

function ScenarioTable({ scenarios, title, first, rows, currency, explain }: ScenarioTableProps) {
  const cellOf =
    (step: string, at: number) =>
    ({ kind, amounts, figure, location }: Row) => {
      const amount = amounts[at] ?? null;
      const displayed = <Value kind={kind} value={amount} nullIs={notDetermined} />;
      const isForecast = !/[1-9]/.test(step);
      // The forecast's own multiple is input and has no explanation. That of a scenario is computed.
      if (amount === null || (figure === 'multiple' && isForecast)) return displayed;
      return (
        <ExplainedFigure
          figure={valueText(kind, amount)}
          load={() => explain(figure, isForecast ? location : { ...location, step })}
        >
          {displayed}
        </ExplainedFigure>
      );
    };
  const columns = scenarios.map(
    ({ step }, at) => ({ field: `s${String(at)}`, kind: 'money', title: titleOf(step) }) as const,
  );
  return (
    <TablePanel<Row>
      title={withCurrencyCode(title, currency)}
      label={title}
      columns={[{ field: 'name', kind: 'text', title: first }, ...columns]}
      rows={rows}
      rowKey={({ id }) => id}
      childrenOf={(tableRow) => tableRow.rows}
      cells={Object.fromEntries(scenarios.map(({ step }, at) => [`s${String(at)}`, cellOf(step, at)]))}
    />
  );
}
