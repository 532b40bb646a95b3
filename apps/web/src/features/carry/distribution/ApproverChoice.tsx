import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import type { Answer } from '../../../api/operations.ts';
import { PickList } from '../../../record/editor/PickDialog.tsx';

export interface ApproverChoiceProps {
  readonly candidates: Answer<'listApproverCandidates'>;
  readonly chosen: readonly string[];
  /** The approvers whom the approval policy requires. */
  readonly required?: readonly string[];
  /** The text if there are no candidates. */
  readonly emptyText?: string;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A list to choose the approvers from. */
export function ApproverChoice({ candidates, chosen, required = [], emptyText, onChange }: ApproverChoiceProps) {
  if (candidates.length === 0) return <EmptyState text={emptyText ?? 'Nobody has permission to approve this.'} />;
  const picks = candidates.map(({ id, name, email, refusal, isPayee }) => ({
    id,
    label: name,
    description: refusal ?? [email, ...notesOf(required.includes(id), isPayee)].filter(Boolean).join(' · '),
    // An approver who may no longer approve can still be removed.
    disabled: required.includes(id) || (refusal !== null && !chosen.includes(id)),
  }));
  return <PickList label="Approvers" picks={picks} chosen={chosen} onChange={onChange} />;
}

const notesOf = (isRequired: boolean, isPayee: boolean): readonly string[] => [
  ...(isRequired ? ['Required by the approval policy'] : []),
  ...(isPayee ? ['Paid by this distribution, so can’t approve it alone'] : []),
];
