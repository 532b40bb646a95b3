import { lifecycles } from '@carrara/contract/lifecycles';
import type { EmploymentStep } from '@carrara/contract/people/participant';
import type { RecordValue } from '../recordDefinition.ts';

/** Returns the day and the reason of the last leaving, for the dialog that corrects it. */
export function recordedLeaving(value: RecordValue) {
  const steps = (value['employment'] ?? []) as readonly EmploymentStep[];
  const leaving = steps.findLast(({ kind, isCorrected }) => kind === 'TERMINATED' && !isCorrected);
  return { terminationDate: value['terminationDate'], terminationReason: leaving?.reason ?? null };
}

/** Returns the title of the dialog that corrects a leaving. */
export const correctionTitle = (name: string): string => `Correct the leaving of ${name}`;

/**
 * Returns the status after all recorded terminations and rehires, including planned ones. It determines the next move: a planned one can only be
 * reversed.
 */
export const plannedState = (value: RecordValue): 'ACTIVE' | 'TERMINATED' =>
  value['terminationDate'] && !value['rehireDate'] ? 'TERMINATED' : 'ACTIVE';

/** Returns the texts of the dialog that reverses a planned termination or rehire, which asks for a reason only. */
export const reversal = (
  event: 'termination' | 'rehire',
  name: string,
  reason: 'rehireReason' | 'terminationReason',
) => {
  const { rehireEmployee, terminateEmployee } = lifecycles.employee.events;
  const fields = { ...rehireEmployee.button.fields, ...terminateEmployee.button.fields };
  return {
    label: `Reverse the ${event}`,
    dialog: { title: `Reverse the ${event} of ${name}`, saveLabel: 'Reverse', fields: { [reason]: fields[reason] } },
  };
};
