import type { DistributionSource, ParticipantDetail } from '@carrara/contract/distributionRun';
import { DataGrid, type GridColumn, type GridEdit } from '@carrara/ui/grid';
import { useMemo } from 'react';
import { type Given, type GivenField, givenFields, pathOf, type SourceDraft } from './runDraft.ts';

interface Row {
  readonly key: string;
  readonly participantId: string;
  readonly level: number;
  readonly name: string;
  readonly status: string;
  readonly grossCarryDistributed: string;
  readonly netCarryDistributed: string;
  readonly effectiveAllocation: string;
  readonly tax: string;
  readonly escrow: string;
  readonly loanRepayment: string;
  readonly otherAdjustment: string;
  readonly given: Given;
  readonly members: readonly Row[];
}

const columns: readonly GridColumn[] = [
  { field: 'name', kind: 'text', title: 'Participant', width: 230, grow: true },
  { field: 'status', kind: 'text', title: 'Status', width: 92 },
  { field: 'effectiveAllocation', kind: 'percent', title: 'Effective %', width: 104, editable: true },
  { field: 'grossCarryDistributed', kind: 'money', title: 'Gross', width: 128 },
  { field: 'tax', kind: 'money', title: 'Tax', width: 122, editable: true, negative: true },
  { field: 'escrow', kind: 'money', title: 'Escrow', width: 118, editable: true, negative: true },
  { field: 'loanRepayment', kind: 'money', title: 'Loan repayment', width: 122, editable: true, negative: true },
  { field: 'otherAdjustment', kind: 'money', title: 'Other adjustment', width: 130, editable: true, negative: true },
  { field: 'netCarryDistributed', kind: 'money', title: 'Net', width: 128 },
];

export interface SourceGridProps {
  readonly draft: SourceDraft;
  readonly computed: DistributionSource;
  readonly onEdit: (edits: readonly GridEdit[]) => void;
  readonly onUnreadableChange: (count: number) => void;
}

/** The participants of one source: what is computed, and what a person gives instead, marked. */
export function SourceGrid({ draft, computed, onEdit, onUnreadableChange }: SourceGridProps) {
  const rows = useMemo(() => computed.details.map((row) => rowOf(row, draft, 0)), [computed, draft]);
  return (
    <DataGrid
      label={`Participants of ${computed.source.name}`}
      columns={columns}
      rows={rows}
      rowKey={({ participantId }) => participantId}
      childrenOf={({ members }) => members}
      onEdit={onEdit}
      isEditable={({ level, members }, field) => {
        if (field === 'effectiveAllocation') return level === 0;
        // An entity's figures are its members'; they are given there.
        return members.length === 0;
      }}
      emphasis={({ given }, field) => given[field as GivenField] !== undefined}
      onUnreadableChange={onUnreadableChange}
      totals={totalsOf(computed)}
      totalsLabel={`Total, ${String(computed.numberOfParticipants)} participants`}
    />
  );
}

function rowOf(detail: ParticipantDetail, draft: SourceDraft, level: number): Row {
  const { participant, via } = detail;
  const key = pathOf(participant.participantId, via);
  const given = draft.given.get(key) ?? {};
  // What was just typed stands at once; the computed figures around it follow.
  const typed = Object.fromEntries(givenFields.flatMap((field) => (given[field] ? [[field, given[field]]] : [])));
  const shown = {
    effectiveAllocation: detail.effectiveAllocation,
    tax: detail.tax,
    escrow: detail.escrow,
    loanRepayment: detail.loanRepayment,
    otherAdjustment: detail.otherAdjustment,
    ...typed,
  };
  return {
    key,
    participantId: participant.participantId,
    level,
    name: participant.name,
    status: participant.status,
    grossCarryDistributed: detail.grossCarryDistributed,
    netCarryDistributed: detail.netCarryDistributed,
    ...shown,
    given,
    members: detail.memberDetails.map((member) => rowOf(member, draft, level + 1)),
  };
}

const totalsOf = (source: DistributionSource) => ({
  grossCarryDistributed: source.grossCarryDistributed,
  netCarryDistributed: source.netCarryDistributed,
});
