import type {
  RealizationDetail,
  RealizationParticipant,
  RealizationSource,
} from '@carrara/contract/carry/run/realizationRecord';
import { notDetermined } from '@carrara/contract/core/kinds';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { ReactNode } from 'react';
import type { ExplainRealization } from './useExplainRealization.ts';
import { recordHref } from '../../../record/recordHref.ts';

type Row = RealizationDetail | RealizationParticipant;
const membersOf = (row: Row): readonly Row[] => ('memberDetails' in row ? row.memberDetails : row.memberParticipants);

const carry = { field: 'carryAmount', kind: 'money', title: 'Carry', nullIs: notDetermined } as const;
const nameColumn = { field: 'name', kind: 'text', title: 'Participant' } as const;
const percentOf = (isOfSource: boolean) =>
  isOfSource
    ? ({ field: 'effectiveAllocation', kind: 'percent', title: 'Effective %' } as const)
    : ({ field: 'carryPercent', kind: 'percent', title: 'Of total %', nullIs: notDetermined } as const);

export interface AccrualTableProps {
  /** Covers all sources or one. */
  readonly rows: readonly Row[];
  readonly isOfSource?: boolean;
  readonly total: string | null | undefined;
  readonly explain?: ExplainRealization;
  readonly rowActions?: (row: Row) => ReactNode;
}

/** The amounts of each participant, with the members of entities and explanations. */
export function AccrualTable({ rows, isOfSource = false, total, explain, rowActions }: AccrualTableProps) {
  return (
    <DataTable<Row>
      label="Participants"
      columns={[nameColumn, percentOf(isOfSource), carry]}
      rows={rows}
      rowKey={({ participant }) => participant.participantId}
      childrenOf={membersOf}
      cells={{
        name: ({ participant }) => (
          <>
            <a href={recordHref(participant.type, participant.id)}>{participant.name}</a>
            {participant.type === 'Employee' ? null : <Tag>{participant.type}</Tag>}
            {participant.status === 'Terminated' ? <Tag>Terminated</Tag> : null}
          </>
        ),
        ...(explain
          ? {
              carryAmount: ({ carryAmount, participant: { participantId }, via }: Row) => (
                <ExplainedFigure
                  figure={valueText('money', carryAmount)}
                  load={() => explain('gross', { participantId, via })}
                >
                  <Value kind="money" value={carryAmount} nullIs={notDetermined} />
                </ExplainedFigure>
              ),
            }
          : {}),
      }}
      totals={total === undefined ? undefined : [{ field: 'carryAmount', total }]}
      totalsLabel={`Total, ${String(rows.length)}`}
      rowActions={rowActions}
    />
  );
}

const balanceColumns = [
  { field: 'name', kind: 'text', title: 'Source and participant' },
  { field: 'before', kind: 'money', title: 'Accrued before' },
  { field: 'accrued', kind: 'money', title: 'This realization', nullIs: notDetermined },
  { field: 'paid', kind: 'money', title: 'Paid' },
  { field: 'after', kind: 'money', title: 'Balance after', nullIs: notDetermined },
] as const;

interface BalanceRow {
  readonly id: string;
  readonly name: string;
  readonly sourceId: string;
  readonly before: string | null;
  readonly accrued: string | null;
  readonly paid: string | null;
  readonly after: string | null;
  readonly positions: readonly BalanceRow[];
}

interface BalanceTableProps {
  readonly sources: readonly RealizationSource[];
  /** Present for a stored realization. */
  readonly explain?: ExplainRealization;
}

/** The balance of each participant at the sources on their dates: before, accrued by this realization, paid by then, and after. */
export function BalanceTable({ sources, explain }: BalanceTableProps) {
  const positionsOf = ({ containerId: sourceId, investorBalances }: RealizationSource): readonly BalanceRow[] =>
    investorBalances.map(({ participantId, ...position }) => ({
      ...position,
      id: participantId,
      sourceId,
      positions: [],
    }));
  const cell = (name: 'before' | 'accrued' | 'paid' | 'after') => (row: BalanceRow) => {
    const isSum = row.positions.length > 0;
    if (isSum && name !== 'accrued') return '';
    const displayed = <Value kind="money" value={row[name]} nullIs={notDetermined} />;
    // Participants who get nothing from this realization have no row that could explain it.
    if (!explain || isSum || (name === 'accrued' && !/[1-9]/.test(row.accrued ?? ''))) return displayed;
    const { id: participantId, sourceId } = row;
    const figure = name === 'accrued' ? 'gross' : name;
    return (
      <ExplainedFigure figure={valueText('money', row[name])} load={() => explain(figure, { participantId, sourceId })}>
        {displayed}
      </ExplainedFigure>
    );
  };
  const [only] = sources.length === 1 ? sources : [];
  const rows = only
    ? positionsOf(only)
    : sources.map((source) => ({
        id: source.containerId,
        name: source.containerName,
        sourceId: source.containerId,
        // No total is displayed, because it would hide that some balances are missing.
        before: null,
        accrued: source.carryAccrued,
        paid: null,
        after: null,
        positions: positionsOf(source),
      }));
  return (
    <TablePanel<BalanceRow>
      title="Investor Balances"
      columns={balanceColumns}
      rows={rows}
      rowKey={({ id }) => id}
      childrenOf={({ positions }) => positions}
      cells={{ before: cell('before'), accrued: cell('accrued'), paid: cell('paid'), after: cell('after') }}
      empty
    />
  );
}
