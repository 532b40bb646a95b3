import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { lifecycles } from '@carrara/contract/lifecycles';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { StatusBadge } from '@carrara/ui/value/StatusBadge.tsx';
import { Button } from '@mantine/core';
import { RowButton } from '../../../record/list/RowButton.tsx';

type Approval = Distribution['approvals'][number];
type Answered = Distribution['earlierApprovals'][number];

const columns = [
  { field: 'approver', kind: 'reference', title: 'Approver' },
  { field: 'decision', kind: 'text', title: 'Answer' },
  { field: 'decidedDate', kind: 'instant', title: 'When' },
  { field: 'approvalComments', kind: 'longText', title: 'Comment' },
] as const;
const labels = lifecycles.distributionApproval.states;

export interface ApprovalTablesProps {
  readonly approvals: readonly Approval[];
  /** Answers to an earlier request for approval. */
  readonly earlier: readonly Answered[];
  /** True if the distribution is waiting for the remaining approvers. */
  readonly isSubmitted: boolean;
  /** Undefined if approvers can't be added now or by this person. */
  readonly onAdd: (() => void) | undefined;
  readonly onRemove: ((approval: Approval) => void) | undefined;
}

/** The approvers with their answers, and earlier answers. */
export function ApprovalTables({ approvals, earlier, isSubmitted, onAdd, onRemove }: ApprovalTablesProps) {
  const open = approvals.some(({ approvalDecision }) => approvalDecision === 'REJ')
    ? 'No longer needed'
    : isSubmitted
      ? 'Waiting'
      : 'Not requested yet';
  const add = onAdd ? <Button onClick={onAdd}>Add approvers</Button> : null;
  return (
    <>
      <Panel title="Approvals" flush actions={approvals.length > 0 ? add : null}>
        {approvals.length === 0 ? (
          <EmptyState text="No approvers yet." action={add} />
        ) : (
          <DataTable<Approval>
            label="Approvals"
            columns={columns}
            rows={approvals}
            rowKey={({ id }) => id}
            cells={{
              decision: ({ approvalDecision, refusal }) =>
                refusal ? (
                  <StatusBadge code="REJ" label={refusal} />
                ) : approvalDecision ? (
                  <StatusBadge code={approvalDecision} label={labels[approvalDecision]} />
                ) : (
                  <StatusBadge code="OPEN" label={open} />
                ),
            }}
            {...(onRemove
              ? {
                  rowActions: (approval: Approval) => <RowButton label="Remove" onClick={() => onRemove(approval)} />,
                }
              : {})}
          />
        )}
      </Panel>
      {earlier.length > 0 ? (
        <TablePanel<Answered>
          title="Earlier decisions"
          columns={columns}
          rows={earlier}
          rowKey={({ id }) => id}
          cells={{
            decision: ({ approvalDecision }) =>
              approvalDecision ? <StatusBadge code={approvalDecision} label={labels[approvalDecision]} /> : null,
          }}
        />
      ) : null}
    </>
  );
}
