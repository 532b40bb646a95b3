import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import type { TableSort } from '@carrara/ui/list/tableTypes.ts';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { ReactNode } from 'react';
import styles from './participantTable.module.css';
import { adjustmentCells, figureColumns, figureTotals } from '../../../record/run/figureColumns.tsx';
import { participantMembers, type ParticipantRow } from '../../../record/run/participantParts.ts';
import { hasAdjustment } from '../../../record/run/summaryRows.ts';
import type { ExplainFigure, FigureName } from './useExplain.ts';

const figures = {
  gross: 'grossCarryDistributed',
  tax: 'tax',
  escrow: 'escrow',
  net: 'netCarryDistributed',
} as const satisfies Partial<Record<FigureName, keyof ParticipantRow>>;
type RowFigureName = keyof typeof figures;
const name = { field: 'name', kind: 'text', title: 'Participant' } as const;
const effective = { field: 'effectiveAllocation', kind: 'percent', title: 'Effective %' } as const;

export interface ParticipantTableProps {
  /** Covers all sources or one. */
  readonly participants: readonly ParticipantRow[];
  /** Number of people and trusts who receive something, directly or through entities. */
  readonly payees?: number | undefined;
  readonly totals: Pick<Distribution['reconciliation'], (typeof figureColumns)[number]['field']> | undefined;
  readonly explain?: ExplainFigure;
  readonly rowActions?: (row: ParticipantRow) => ReactNode;
  readonly sort?: TableSort;
  /** All rows, including those filtered out, so that the columns stay the same during a search. */
  readonly all?: readonly ParticipantRow[];
}

/** The amounts of each participant, with the members of entities and explanations. */
export function ParticipantTable({
  participants,
  payees,
  totals,
  explain,
  rowActions,
  sort,
  all = participants,
}: ParticipantTableProps) {
  return (
    <div className={styles.whyTable}>
      <DataTable<ParticipantRow>
        label="Participants"
        columns={[name, effective, ...figureColumns.filter(({ field }) => hasAdjustment(all, field))]}
        sort={sort}
        rows={participants}
        rowKey={({ participant }) => participant.participantId}
        childrenOf={participantMembers}
        cells={{ name: nameCell, ...adjustmentCells, ...(explain ? whyCells(explain) : {}), ...overrideCells(explain) }}
        totals={totals ? figureTotals(totals) : undefined}
        totalsLabel={totalsLabel(participants.length, payees)}
        rowActions={rowActions}
      />
    </div>
  );
}

const totalsLabel = (entries: number, payees: number | undefined) =>
  `Total, ${String(entries)} ${entries === 1 ? 'entry' : 'entries'}${payees === undefined ? '' : `, ${String(payees)} ${payees === 1 ? 'payee' : 'payees'}`}`;

const nameCell = ({ participant }: ParticipantRow) => (
  <>
    <a href={`#/carry/${participant.type.toLowerCase()}/${participant.id}/profile/overview`}>{participant.name}</a>
    {participant.businessTitle ? <Tag>{participant.businessTitle}</Tag> : null}
    {participant.type === 'Employee' ? null : <Tag>{participant.type}</Tag>}
    {participant.status === 'Terminated' ? <Tag>Terminated</Tag> : null}
  </>
);

const entriesOf = Object.entries(figures) as [RowFigureName, (typeof figures)[RowFigureName]][];

const whyCells = (explain: ExplainFigure) =>
  Object.fromEntries(
    entriesOf.map(([figure, field]) => [
      field,
      (row: ParticipantRow) => <RowFigure row={row} figure={figure} field={field} explain={explain} />,
    ]),
  );

/** Marks a tax or escrow that a person has overridden. */
const overrideCells = (explain: ExplainFigure | undefined) =>
  Object.fromEntries(
    (['tax', 'escrow'] as const).map((figure) => [
      figure,
      (row: ParticipantRow) => {
        const isSet =
          figure === 'tax'
            ? 'taxOverridden' in row && row.taxOverridden
            : 'escrowOverridden' in row && row.escrowOverridden;
        return (
          <>
            {isSet ? <Tag>set</Tag> : null}{' '}
            {explain ? (
              <RowFigure row={row} figure={figure} field={figure} explain={explain} />
            ) : (
              <Value kind="money" value={row[figure]} />
            )}
          </>
        );
      },
    ]),
  );

interface RowFigureProps {
  readonly row: ParticipantRow;
  readonly figure: RowFigureName;
  readonly field: (typeof figures)[RowFigureName];
  readonly explain: ExplainFigure;
}

function RowFigure({ row, figure, field, explain }: RowFigureProps) {
  return (
    <ExplainedFigure
      figure={valueText('money', row[field])}
      load={() => explain(figure, { participantId: row.participant.participantId, via: row.via })}
    >
      <Value kind="money" value={row[field]} />
    </ExplainedFigure>
  );
}
