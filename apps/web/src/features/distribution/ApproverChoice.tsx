import { EmptyState } from '@carrara/ui/feedback';
import { Checkbox } from '@mantine/core';
import type { Answer } from '../../api/operations.ts';
import styles from './distribution.module.css';

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
  return (
    <Checkbox.Group value={[...chosen]} onChange={onChange} label="Approvers" mt="md">
      <div className={styles.choices}>
        {candidates.map(({ id, name, email }) => (
          <Checkbox key={id} value={id} label={name} description={email} disabled={fixed.includes(id)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
