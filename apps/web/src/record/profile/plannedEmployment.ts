import { lifecycles } from '@carrara/contract/lifecycles';
import type { RecordValue } from '../recordDefinition.ts';

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
