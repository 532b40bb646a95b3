import type { Distribution } from '@carrara/contract/distributionRecord';
import { DataTable } from '@carrara/ui/list';
import { ExplainedFigure } from '@carrara/ui/profile';
import { Tag, Value, valueText } from '@carrara/ui/value';
import type { ReactNode } from 'react';
import styles from './distribution.module.css';
import { adjustmentCells, figureColumns, figureTotals } from '../../record/run/figureColumns.tsx';
import { membersOf, type ParticipantRow } from '../../record/run/participantParts.ts';
import type { ExplainFigure, FigureName } from './useExplain.ts';

const figures = {
  gross: 'grossCarryDistributed',
  tax: 'tax',
  escrow: 'escrow',
  net: 'netCarryDistributed',
} as const satisfies Record<FigureName, keyof ParticipantRow>;
const name = { field: 'name', kind: 'text', title: 'Participant' } as const;
const effective = { field: 'effectiveAllocation', kind: 'percent', title: 'Effective %' } as const;

export interface ParticipantTableProps {
  /** Over all sources, or of one. */
  readonly participants: readonly ParticipantRow[];
  readonly totals: Distribution['reconciliation'] | undefined;
  readonly explain?: ExplainFigure;
  readonly rowActions?: (row: ParticipantRow) => ReactNode;
}

/** What each participant gets, an entity with its members, and why. */
export function ParticipantTable({ participants, totals, explain, rowActions }: ParticipantTableProps) {
  const isOfSource = participants.some((row) => 'effectiveAllocation' in row);
  return (
    <div className={styles.whyTable}>
      <DataTable<ParticipantRow>
        label="Participants"
        columns={[name, ...(isOfSource ? [effective] : []), ...figureColumns]}
        rows={participants}
        rowKey={({ participant }) => participant.participantId}
        childrenOf={membersOf}
        cells={{ name: nameCell, ...adjustmentCells, ...(explain ? whyCells(explain) : {}), ...overrideCells(explain) }}
        totals={totals ? figureTotals(totals) : undefined}
        totalsLabel={`Total, ${String(participants.length)}`}
        rowActions={rowActions}
      />
    </div>
  );
}

const nameCell = ({ participant }: ParticipantRow) => (
  <>
    <a href={`#/carry/${participant.type.toLowerCase()}/${participant.id}/profile/overview`}>{participant.name}</a>
    {participant.businessTitle ? <Tag>{participant.businessTitle}</Tag> : null}
    {participant.type === 'Employee' ? null : <Tag>{participant.type}</Tag>}
    {participant.status === 'Terminated' ? <Tag>Terminated</Tag> : null}
  </>
);

const entriesOf = Object.entries(figures) as [FigureName, (typeof figures)[FigureName]][];

const whyCells = (explain: ExplainFigure) =>
  Object.fromEntries(
    entriesOf.map(([figure, field]) => [
      field,
      (row: ParticipantRow) => <RowFigure row={row} figure={figure} field={field} explain={explain} />,
    ]),
  );

/** A tax or escrow that a person set says so. */
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
  readonly figure: FigureName;
  readonly field: (typeof figures)[FigureName];
  readonly explain: ExplainFigure;
}

function RowFigure({ row, figure, field, explain }: RowFigureProps) {
  const via = 'via' in row ? row.via : [];
  return (
    <ExplainedFigure
      figure={valueText('money', row[field])}
      load={() => explain(figure, { participantId: row.participant.participantId, via })}
    >
      <Value kind="money" value={row[field]} />
    </ExplainedFigure>
  );
}
