import { EmptyState } from '@carrara/ui/feedback';
import type { Answer } from '../../api/operations.ts';
import { PickList } from '../../record/PickDialog.tsx';

export interface ApproverChoiceProps {
  readonly candidates: Answer<'listApproverCandidates'>;
  readonly chosen: readonly string[];
  /** On the list already; they are taken off on the approvals view. */
  readonly fixed: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Who is asked to approve. */
export function ApproverChoice({ candidates, chosen, fixed, onChange }: ApproverChoiceProps) {
  if (candidates.length === 0) return <EmptyState text="There is nobody who can approve." />;
  const picks = candidates.map(({ id, name, email }) => ({
    id,
    label: name,
    description: email ?? undefined,
    disabled: fixed.includes(id),
  }));
  return <PickList label="Approvers" picks={picks} chosen={chosen} onChange={onChange} />;
}
