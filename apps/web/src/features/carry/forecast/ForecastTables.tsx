import type { ForecastDetail, ForecastParticipant, ForecastSource } from '@carrara/contract/carry/run/forecastRecord';
import { notDetermined } from '@carrara/contract/core/kinds';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { ReactNode } from 'react';
import { participantHref } from './addresses.ts';
import type { ExplainForecast } from '../../../record/run/useExplainForecast.ts';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';

type Row = ForecastDetail | ForecastParticipant;
const membersOf = (row: Row): readonly Row[] => ('memberDetails' in row ? row.memberDetails : row.memberParticipants);

const nameColumn = { field: 'name', kind: 'text', title: 'Participant' } as const;
const carryColumn = {
  field: 'grossCarryDistributed',
  kind: 'money',
  title: 'Forecast carry',
  nullIs: notDetermined,
} as const;
const percentOf = (isOfSource: boolean) =>
  isOfSource
    ? ({ field: 'effectiveAllocation', kind: 'percent', title: 'Effective %' } as const)
    : ({ field: 'carryPercent', kind: 'percent', title: 'Of total %', nullIs: notDetermined } as const);

export interface ForecastTableProps {
  /** Covers all sources or one. */
  readonly rows: readonly Row[];
  readonly isOfSource?: boolean;
  readonly total: string | null;
  /** Explains the figures of a stored forecast, within one source if `sourceId` is present. */
  readonly explain?: ExplainForecast;
  readonly sourceId?: string;
}

/** The expected amounts of each participant, with the members of entities and explanations. */
export function ForecastTable({ rows, isOfSource = false, total, explain, sourceId }: ForecastTableProps) {
  const locationOf = ({ participant: { participantId }, via }: Row) => ({
    participantId,
    via,
    ...(sourceId ? { sourceId } : {}),
  });
  const explained = (figure: 'carry' | 'carryPercent', row: Row, text: string, value: ReactNode) =>
    explain ? (
      <ExplainedFigure figure={text} load={() => explain(figure, locationOf(row))}>
        {value}
      </ExplainedFigure>
    ) : (
      value
    );
  return (
    <DataTable<Row>
      label="Participants"
      columns={[nameColumn, percentOf(isOfSource), carryColumn]}
      rows={rows}
      rowKey={({ participant }) => participant.participantId}
      childrenOf={membersOf}
      cells={{
        name: ({ participant }) => (
          <>
            <a href={participantHref(participant)}>{participant.name}</a>
            {participant.type === 'Employee' ? null : <Tag>{participant.type}</Tag>}
            {participant.status === 'Terminated' ? <Tag>Terminated</Tag> : null}
          </>
        ),
        grossCarryDistributed: (row) =>
          row.grossCarryDistributed === null ? (
            <Value kind="money" value={null} nullIs={notDetermined} />
          ) : (
            explained(
              'carry',
              row,
              valueText('money', row.grossCarryDistributed),
              <Value kind="money" value={row.grossCarryDistributed} />,
            )
          ),
        carryPercent: (row) =>
          'carryPercent' in row && row.carryPercent !== null ? (
            explained(
              'carryPercent',
              row,
              valueText('percent', row.carryPercent),
              <Value kind="percent" value={row.carryPercent} />,
            )
          ) : (
            <Value kind="percent" value={null} nullIs={notDetermined} />
          ),
      }}
      totals={[{ field: 'grossCarryDistributed', total }]}
      totalsLabel={`Total, ${String(rows.length)}`}
    />
  );
}

const sourceColumns = [
  { field: 'name', kind: 'text', title: 'Source' },
  { field: 'profile', kind: 'text', title: 'Profile' },
  { field: 'numberOfParticipants', kind: 'count', title: 'Participants', nullIs: notDetermined },
  { field: 'investedAmount', kind: 'money', title: 'Invested' },
  { field: 'multiple', kind: 'multiple', title: 'Multiple' },
  { field: 'grossCarryDistributed', kind: 'money', title: 'Gross' },
  { field: 'totalCarryAdjustment', kind: 'money', title: 'Adjustment' },
  { field: 'netCarryDistributed', kind: 'money', title: 'Net' },
  { field: 'unallocated', kind: 'money', title: 'Unallocated', nullIs: notDetermined },
  { field: 'totalDistributed', kind: 'money', title: 'To participants', nullIs: notDetermined },
] as const;

export interface ForecastSourcesProps {
  readonly sources: readonly ForecastSource[];
  readonly totals: Readonly<Record<'gross' | 'adjustment' | 'net', string>> & {
    readonly unallocated: string | null;
    readonly distributed: string | null;
  };
  readonly explain: ExplainForecast;
  readonly rowActions?: (source: ForecastSource) => ReactNode;
}

/** The sources of the expected carry, with the amount of each. */
export function ForecastSources({ sources, totals, explain, rowActions }: ForecastSourcesProps) {
  const money = (figure: 'gross' | 'net' | 'distributed' | 'unallocated', amount: string | null, sourceId: string) =>
    amount === null ? (
      <Value kind="money" value={null} nullIs={notDetermined} />
    ) : (
      <ExplainedFigure figure={valueText('money', amount)} load={() => explain(figure, { sourceId })}>
        <Value kind="money" value={amount} />
      </ExplainedFigure>
    );
  return (
    <DataTable<ForecastSource>
      label="Sources"
      columns={sourceColumns}
      rows={sources}
      rowKey={({ source }) => source.id}
      rowActions={rowActions}
      cells={{
        name: ({ source, type }) => (
          <>
            {nameOfSource(source)}
            <Tag>{type}</Tag>
          </>
        ),
        profile: ({ allocationProfile: profile }) =>
          profile ? (
            <a href={`#/carry/allocation/${profile.id}/profile/overview`} title={profile.name ?? undefined}>
              Version {profile.version}
            </a>
          ) : (
            '–'
          ),
        multiple: ({ multiple, editedLast, source }) =>
          multiple !== null && editedLast === 'gross' ? (
            <ExplainedFigure
              figure={valueText('multiple', multiple)}
              load={() => explain('multiple', { sourceId: source.id })}
            >
              <Value kind="multiple" value={multiple} />
            </ExplainedFigure>
          ) : (
            <Value kind="multiple" value={multiple} />
          ),
        grossCarryDistributed: (row) => money('gross', row.grossCarryDistributed, row.source.id),
        netCarryDistributed: (row) => money('net', row.netCarryDistributed, row.source.id),
        unallocated: (row) => money('unallocated', row.unallocated, row.source.id),
        totalDistributed: (row) => money('distributed', row.totalDistributed, row.source.id),
      }}
      totals={[
        { field: 'grossCarryDistributed', total: totals.gross },
        { field: 'totalCarryAdjustment', total: totals.adjustment },
        { field: 'netCarryDistributed', total: totals.net },
        { field: 'unallocated', total: totals.unallocated },
        { field: 'totalDistributed', total: totals.distributed },
      ]}
      totalsLabel={`Total, ${String(sources.length)}`}
    />
  );
}
