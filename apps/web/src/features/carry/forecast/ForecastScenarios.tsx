import type { ForecastScenarios as Scenarios } from '@carrara/contract/carry/forecastRecord';
import { notDetermined, type Reference } from '@carrara/contract/core/kinds';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
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
  inCurrency,
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

const titleOf = (step: string) =>
  /[1-9]/.test(step)
    ? `${step.startsWith('-') ? '−' : '+'}${valueText('multiple', step.replace('-', ''))}`
    : 'Forecast';

interface SideBySideProps {
  readonly data: Scenarios;
  readonly currency: Reference | null | undefined;
  readonly explain: ExplainForecast;
}

function SideBySide({ data, currency, explain }: SideBySideProps) {
  const { scenarios, sources, participants } = data;
  const isForecast = (at: number) => !/[1-9]/.test(scenarios[at]?.step ?? '');
  const row = (
    id: string,
    name: string,
    figure: Row['figure'],
    amounts: Row['amounts'],
    location: ForecastLocation = {},
  ): Row => ({
    id,
    name,
    kind: figure === 'multiple' ? 'multiple' : 'money',
    figure,
    location,
    amounts,
    rows: [],
  });
  const sum = (
    id: string,
    name: string,
    figure: Row['figure'],
    valueOf: (scenario: Scenarios['scenarios'][number]) => string | null,
  ) => row(id, name, figure, scenarios.map(valueOf));
  const totals = [
    sum('gross', 'Gross', 'gross', ({ totalGross }) => totalGross),
    sum('net', 'Net', 'net', ({ totalNet }) => totalNet),
    sum('distributed', 'To participants', 'distributed', ({ totalCarryDistributed }) => totalCarryDistributed),
    sum('unallocated', 'Unallocated', 'unallocated', ({ unallocated }) => unallocated),
  ];
  const ofSources = sources.map(({ id, name, figures }): Row => {
    const location = { sourceId: id };
    return {
      ...row(
        id,
        name,
        'net',
        figures.map((figure) => figure.netCarryDistributed),
        location,
      ),
      rows: [
        row(
          'multiple',
          'Multiple',
          'multiple',
          figures.map((figure) => figure.multiple),
          location,
        ),
        row(
          'gross',
          'Gross',
          'gross',
          figures.map((figure) => figure.grossCarryDistributed),
          location,
        ),
      ],
    };
  });
  const ofPeople = participants.map(({ participant: { participantId, name }, figures }) =>
    row(participantId, name, 'carry', figures, { participantId }),
  );
  const cells = Object.fromEntries(
    scenarios.map(({ step }, at) => [
      `s${String(at)}`,
      ({ kind, amounts, figure, location }: Row) => {
        const amount = amounts[at] ?? null;
        const displayed = <Value kind={kind} value={amount} nullIs={notDetermined} />;
        // The forecast's own multiple is input and has no explanation. That of a scenario is computed.
        if (amount === null || (figure === 'multiple' && isForecast(at))) return displayed;
        const question = isForecast(at) ? location : { ...location, step };
        return (
          <ExplainedFigure figure={valueText(kind, amount)} load={() => explain(figure, question)}>
            {displayed}
          </ExplainedFigure>
        );
      },
    ]),
  );
  const table = (title: string, first: string, rows: readonly Row[]) => (
    <Panel title={inCurrency(title, currency)} flush>
      <DataTable<Row>
        label={title}
        columns={[
          { field: 'name', kind: 'text', title: first },
          ...scenarios.map(
            ({ step }, at) => ({ field: `s${String(at)}`, kind: 'money', title: titleOf(step) }) as const,
          ),
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        childrenOf={(tableRow) => tableRow.rows}
        cells={cells}
      />
    </Panel>
  );
  const reasons = scenarios.flatMap(({ step, problems }) =>
    problems.map(({ message }) => `${titleOf(step)}: ${message}`),
  );
  return (
    <>
      <Texts tone="bad" texts={reasons} />
      {table('Totals', 'Total', totals)}
      {table('Net by source', 'Source', ofSources)}
      {table('Forecast carry by participant', 'Participant', ofPeople)}
    </>
  );
}
