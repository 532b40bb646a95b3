import type { ForecastDetail, ForecastParticipant } from '@carrara/contract/carry/run/forecastRecord';
import { notDetermined } from '@carrara/contract/core/kinds';
import { DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { withCurrencyCode, useExplainForecast } from '../../../record/run/useExplainForecast.ts';
import styles from './participant.module.css';

export interface ForecastDetailOptions {
  readonly entityId: string;
  readonly forecastId: string;
  /** The source to start with; all sources together if absent. */
  readonly sourceId?: string;
}

/** Opens a dialog with the expected amounts through an entity by member, for one source or for all together. */
export const showForecastDetail = (options: ForecastDetailOptions): Promise<void> =>
  openDialog<void>((close) => <ForecastDetailDialog {...options} onClose={() => close()} />);

type EntityForecast = Answer<'getEntityForecast'>;

function ForecastDetailDialog({
  entityId,
  forecastId,
  sourceId,
  onClose,
}: ForecastDetailOptions & { readonly onClose: () => void }) {
  const { data, error, refetch } = useRead('getEntityForecast', { params: { id: entityId, forecastId } });
  return (
    <DialogFrame title={data ? titleOf(data) : 'Entity forecast detail'} size="wide" onClose={onClose}>
      {error && !data ? <ErrorState message={failureText(error)} onRetry={refetch} /> : null}
      {data ? <Members data={data} sourceId={sourceId} /> : error ? null : <LoadingState lines={6} />}
    </DialogFrame>
  );
}

const titleOf = ({ forecast, forecastParticipants: [entity] }: EntityForecast) =>
  `${entity?.participant.name ?? ''} in ${forecast.name}, ${formatDate(forecast.distributionDate)}`;

type Row = ForecastDetail | ForecastParticipant;
const membersOf = (row: Row): readonly Row[] => ('memberDetails' in row ? row.memberDetails : row.memberParticipants);
const name = { field: 'name', kind: 'text', title: 'Member' } as const;
const carry = {
  field: 'grossCarryDistributed',
  kind: 'money',
  title: 'Forecast carry',
  nullIs: notDetermined,
} as const;
const effective = { field: 'effectiveAllocation', kind: 'percent', title: 'Share of entity %' } as const;
const percent = {
  field: 'carryPercent',
  kind: 'percent',
  title: 'Share of forecast %',
  nullIs: notDetermined,
} as const;

function Members({ data, sourceId }: { readonly data: EntityForecast; readonly sourceId: string | undefined }) {
  const { forecast } = data;
  const [chosen, setChosen] = useState(sourceId ?? '');
  const source = data.forecastSources.find((forecastSource) => forecastSource.source.id === chosen);
  const explain = useExplainForecast(forecast.id);
  const cells = {
    name: ({ participant }: Row) => participant.name,
    grossCarryDistributed: ({ participant: { participantId }, via, grossCarryDistributed: amount }: Row) =>
      amount === null ? (
        <Value kind="money" value={null} nullIs={notDetermined} />
      ) : (
        <ExplainedFigure
          figure={valueText('money', amount)}
          load={() => explain('carry', { participantId, via, ...(source ? { sourceId: source.source.id } : {}) })}
        >
          <Value kind="money" value={amount} />
        </ExplainedFigure>
      ),
  };
  const rows: readonly Row[] = source ? source.details : data.forecastParticipants;
  return (
    <>
      <NativeSelect
        label="Source"
        className={styles.sourceChoice ?? ''}
        data={[
          { value: '', label: 'All sources' },
          ...data.forecastSources.map((forecastSource) => ({
            value: forecastSource.source.id,
            label: forecastSource.source.name,
          })),
        ]}
        value={source ? chosen : ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {/* An entity that is reached by several paths has a row for each. */}
      {rows.map((row, rowIndex) => (
        <DataTable<Row>
          key={String(rowIndex)}
          label="Members"
          columns={[
            name,
            source ? effective : percent,
            { ...carry, title: withCurrencyCode(carry.title, forecast.currency) },
          ]}
          rows={membersOf(row)}
          rowKey={({ participant }) => participant.participantId}
          childrenOf={membersOf}
          cells={cells}
          totals={[{ field: 'grossCarryDistributed', total: row.grossCarryDistributed }]}
          totalsLabel={row.participant.name}
        />
      ))}
    </>
  );
}
