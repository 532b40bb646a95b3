import { DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { adjustmentCells, figureColumns, figureTotals } from './figureColumns.tsx';
import {
  participantMembers,
  type ParticipantPart,
  type ParticipantRow,
  participantParts,
  type DisplayedRun,
} from './participantParts.ts';

/** Opens a dialog with the amounts of a participant in a run, by source. */
export const showDetails = (run: DisplayedRun, row: ParticipantRow): Promise<void> =>
  openDialog<void>((close) => <DetailsDialog row={row} parts={participantParts(run, row)} onClose={() => close()} />);

/** Opens a dialog with the amounts of an entity's members in a run. */
export const showMembers = (row: ParticipantRow): Promise<void> =>
  openDialog<void>((close) => <MembersDialog row={row} onClose={() => close()} />);

interface DetailsDialogProps {
  readonly row: ParticipantRow;
  readonly parts: readonly ParticipantPart[];
  readonly onClose: () => void;
}

const source = { field: 'source', kind: 'text', title: 'Source' } as const;
const effective = { field: 'effectiveAllocation', kind: 'percent', title: 'Effective %' } as const;
const escrowPercent = { field: 'escrowPercent', kind: 'percent', title: 'Escrow %' } as const;

function DetailsDialog({ row, parts, onClose }: DetailsDialogProps) {
  return (
    <DialogFrame title={`Distribution details of ${row.participant.name}`} size="wide" onClose={onClose}>
      <DataTable<ParticipantPart['detail'] & { readonly sourceName: string; readonly key: string }>
        label="Distribution details"
        columns={[source, effective, ...figureColumns.slice(0, 2), escrowPercent, ...figureColumns.slice(2)]}
        rows={parts.map((part) => ({ ...part.detail, sourceName: part.source.source.name, key: part.source.id }))}
        rowKey={({ key }) => key}
        cells={{
          ...adjustmentCells,
          source: ({ sourceName, originalAllocation }) => (
            <>
              {sourceName}
              {originalAllocation === null ? null : <Tag>{`profile ${valueText('percent', originalAllocation)}%`}</Tag>}
            </>
          ),
        }}
        totals={figureTotals(row)}
        totalsLabel={`Total, ${String(parts.length)}`}
      />
    </DialogFrame>
  );
}

const member = { field: 'name', kind: 'text', title: 'Member' } as const;
const status = { field: 'status', kind: 'text', title: 'Status' } as const;

interface MembersDialogProps {
  readonly row: ParticipantRow;
  readonly onClose: () => void;
}

function MembersDialog({ row, onClose }: MembersDialogProps) {
  return (
    <DialogFrame title={`Member summary of ${row.participant.name}`} size="wide" onClose={onClose}>
      <MembersTable row={row} />
    </DialogFrame>
  );
}

/** The amounts of an entity's members, with nested entities below. */
export function MembersTable({ row }: { readonly row: ParticipantRow }) {
  const members = participantMembers(row);
  const isOfSource = 'effectiveAllocation' in row;
  if (members.length === 0) return <EmptyState />;
  return (
    <DataTable<ParticipantRow>
      label="Member summary"
      columns={[member, status, ...(isOfSource ? [effective] : []), ...figureColumns]}
      rows={members}
      rowKey={({ participant }) => participant.participantId}
      childrenOf={participantMembers}
      startsOpen
      cells={{
        ...adjustmentCells,
        name: ({ participant }) => participant.name,
        status: ({ participant }) => participant.status,
      }}
      totals={figureTotals(row)}
      totalsLabel={`Total, ${String(members.length)}`}
    />
  );
}
