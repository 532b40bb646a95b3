import { Stack } from '../../../record/Stack.tsx';
import { ApprovalPolicies } from './ApprovalPolicies.tsx';
import { ApprovalSubstitutes } from './ApprovalSubstitutes.tsx';

/** The firm's approval policies, and the substitutes of its approvers. */
export function ApprovalSettings() {
  return (
    <Stack>
      <ApprovalPolicies />
      <ApprovalSubstitutes />
    </Stack>
  );
}
