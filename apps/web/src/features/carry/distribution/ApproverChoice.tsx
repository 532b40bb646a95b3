import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import type { Answer } from '../../../api/operations.ts';
import { PickList } from '../../../record/editor/PickDialog.tsx';

export interface ApproverChoiceProps {
  readonly candidates: Answer<'listApproverCandidates'>;
  readonly chosen: readonly string[];
  /** The text if there are no candidates. */
  readonly emptyText?: string;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A list to choose the approvers from. */
export function ApproverChoice({ candidates, chosen, emptyText, onChange }: ApproverChoiceProps) {
  if (candidates.length === 0) return <EmptyState text={emptyText ?? 'Nobody has permission to approve this.'} />;
  const picks = candidates.map(({ id, name, email, refusal }) => ({
    id,
    label: name,
    description: refusal ?? email ?? undefined,
    // An approver who may no longer approve can still be removed.
    disabled: refusal !== null && !chosen.includes(id),
  }));
  return <PickList label="Approvers" picks={picks} chosen={chosen} onChange={onChange} />;
}
