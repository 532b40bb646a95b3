import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { lifecycles } from '@carrara/contract/lifecycles';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { StatusBadge } from '@carrara/ui/value/StatusBadge.tsx';
import { Button } from '@mantine/core';
import { RowButton } from '../../../record/list/RowButton.tsx';
import styles from './approvals.module.css';

type Approval = Distribution['approvals'][number];
type Answered = Distribution['earlierApprovals'][number];

const answered = [
  { field: 'approver', kind: 'text', title: 'Approver' },
  { field: 'decision', kind: 'text', title: 'Answer' },
  { field: 'decidedDate', kind: 'instant', title: 'When' },
  { field: 'approvalComments', kind: 'longText', title: 'Comment' },
] as const;
const listed = [...answered, { field: 'reason', kind: 'longText', title: 'Why' }] as const;
const labels = lifecycles.distributionApproval.states;

export interface ApprovalTablesProps {
  readonly approvals: readonly Approval[];
  /** Answers to an earlier request for approval. */
  readonly earlier: readonly Answered[];
  /** The approvals that are needed; null before the first submission. */
  readonly rule: Distribution['approvalRule'];
  /** True if the distribution is waiting for the remaining approvers. */
  readonly isSubmitted: boolean;
  /** Undefined if approvers can't be added now or by this person. */
  readonly onAdd: (() => void) | undefined;
  readonly onRemove: ((approval: Approval) => void) | undefined;
}

/** The person who decided and, for a substitute, in whose place; then what limits the approval. */
function approver({
  approver: { name },
  decidedBy,
  isPayee,
  ...row
}: Answered & Partial<Pick<Approval, 'substitute'>>) {
  const notes = [
    ...(isPayee ? ['paid by this distribution'] : []),
    ...(row.substitute ? [`today in place: ${row.substitute.name ?? ''}`] : []),
  ];
  return (
    <>
      {decidedBy ? `${decidedBy.name ?? ''} for ${name ?? ''}` : name}
      {notes.length > 0 ? <small className={styles.note}>{notes.join(', ')}</small> : null}
    </>
  );
}

/** The approvers with their answers, and earlier answers. */
export function ApprovalTables({ approvals, earlier, rule, isSubmitted, onAdd, onRemove }: ApprovalTablesProps) {
  const open = approvals.some(({ approvalDecision }) => approvalDecision === 'REJ')
    ? 'No longer needed'
    : isSubmitted
      ? 'Waiting'
      : 'Not requested yet';
  const add = onAdd ? <Button onClick={onAdd}>Add approvers</Button> : null;
  return (
    <>
      <Panel title="Approvals" flush actions={approvals.length > 0 ? add : null}>
        {rule ? (
          <p className={styles.rule}>
            {rule.text} {rule.source}
          </p>
        ) : null}
        {approvals.length === 0 ? (
          <EmptyState text="No approvers yet." action={add} />
        ) : (
          <DataTable<Approval>
            label="Approvals"
            columns={isSubmitted ? listed : answered}
            rows={approvals}
            rowKey={({ id }) => id}
            cells={{
              approver,
              decision: ({ approvalDecision, refusal, isRequested }) =>
                refusal ? (
                  <StatusBadge code="REJ" label={refusal} />
                ) : approvalDecision ? (
                  <StatusBadge code={approvalDecision} label={labels[approvalDecision]} />
                ) : (
                  <StatusBadge code="OPEN" label={isSubmitted && !isRequested ? 'Not required yet' : open} />
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
          columns={answered}
          rows={earlier}
          rowKey={({ id }) => id}
          cells={{
            approver,
            decision: ({ approvalDecision }) =>
              approvalDecision ? <StatusBadge code={approvalDecision} label={labels[approvalDecision]} /> : null,
          }}
        />
      ) : null}
    </>
  );
}
